#include "os/posix/bounds_trap.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace nodecpp::os {

namespace {

// The instruction ud1 0x12(%eax), %eax. clang encodes in the instruction which of its checks has failed; 0x12 means an
// index.
constexpr unsigned char failedIndex[] = {0x67, 0x0f, 0xb9, 0x40, 0x12};

void onIllegalInstruction(int, siginfo_t* info, void*) {
  // The signal was sent by a process and not caused by an instruction, so it would not come again by itself.
  if (info->si_code <= 0) {
    ::raise(SIGILL);
    return;
  }
  if (std::memcmp(info->si_addr, failedIndex, sizeof failedIndex) == 0) {
    static constexpr char sentence[] = "FATAL ERROR: an index is outside of its array\n";
    [[maybe_unused]] const auto written = ::write(2, sentence, sizeof sentence - 1);
    std::abort();
  }
  // SA_RESETHAND has removed this handler. The instruction runs again and raises the signal with its default action.
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
  // The runtime's threads have all signals blocked. The kernel ends a process at once when a blocked SIGILL is raised
  // by an instruction, so SIGILL is unblocked.
  sigset_t traps;
  sigemptyset(&traps);
  sigaddset(&traps, SIGILL);
  ::pthread_sigmask(SIG_UNBLOCK, &traps, nullptr);
}

}  // namespace nodecpp::os
