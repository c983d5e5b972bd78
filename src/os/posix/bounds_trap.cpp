#include "os/posix/bounds_trap.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace nodecpp::os {

namespace {

// ud1 0x12(%eax), %eax: clang writes into the instruction which of its checks has failed; 0x12 is an index.
constexpr unsigned char failedIndex[] = {0x67, 0x0f, 0xb9, 0x40, 0x12};

void onIllegalInstruction(int, siginfo_t* info, void*) {
  if (info->si_code <= 0) {  // sent by a process, not by an instruction: it would not come again
    ::raise(SIGILL);
    return;
  }
  if (std::memcmp(info->si_addr, failedIndex, sizeof failedIndex) == 0) {
    static constexpr char sentence[] = "FATAL ERROR: an index is outside of its array\n";
    [[maybe_unused]] const auto written = ::write(2, sentence, sizeof sentence - 1);
    std::abort();
  }
  // The handler is gone, and the instruction is run again: the signal is what it would have been.
}

}  // namespace

void nameBoundsTrap() noexcept {
  struct sigaction before{};
  if (::sigaction(SIGILL, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
    struct sigaction action{};
    action.sa_sigaction = onIllegalInstruction;
    action.sa_flags = int(SA_SIGINFO | SA_RESETHAND);
    ::sigaction(SIGILL, &action, nullptr);
  }
  // A thread of ours has all signals blocked, and the kernel ends the process at once where this one comes then.
  sigset_t traps;
  sigemptyset(&traps);
  sigaddset(&traps, SIGILL);
  ::pthread_sigmask(SIG_UNBLOCK, &traps, nullptr);
}

}  // namespace nodecpp::os
