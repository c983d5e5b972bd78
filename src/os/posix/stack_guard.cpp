#include "os/posix/stack_guard.h"

#include <nodecpp/safety.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>

#include "base/assertion.h"

extern "C" void* __libc_stack_end;

namespace nodecpp::os {

namespace {

using Word = std::uintptr_t;

// Bytes of the stack kept free for throwing the error, and for functions that are called without a check.
constexpr std::size_t mostReserve = 256 << 10;
// How much of a stack without a limit is used, in bytes.
constexpr std::size_t unlimited = 64 << 20;
// How far below the end of the stack a large frame may reach with one access.
constexpr std::size_t reach = 1 << 20;
constexpr std::size_t alternateBytes = 64 << 10;

// The lowest address of this thread's stack; 0 until it is known.
constinit thread_local Word stackEnd = 0;

struct Alternate {
  void* memory = MAP_FAILED;
  ~Alternate() {
    if (memory == MAP_FAILED) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
    ::munmap(memory, alternateBytes);
  }
};

void say(const char* text) noexcept {
  std::size_t size = __builtin_strlen(text);
  [[maybe_unused]] const auto written = ::write(2, text, size);
}

void onFault(int, siginfo_t* info, void*) {
  // The signal was sent by a process and not caused by an instruction, so it would not come again by itself.
  if (info->si_code <= 0) {
    ::raise(SIGSEGV);
    return;
  }
  const auto at = reinterpret_cast<Word>(info->si_addr);
  if (stackEnd && at < stackEnd + mostReserve && at + reach >= stackEnd) {
    say("FATAL ERROR: RangeError: Maximum call stack size exceeded, in code that nothing checks\n");
    std::abort();
  }
  // SA_RESETHAND has removed this handler. The instruction runs again and raises the signal with its default action.
}

// Returns the lowest address of this thread's stack.
Word endOfStack() noexcept {
  if (::gettid() == ::getpid()) {
    rlimit limit{};
    ::getrlimit(RLIMIT_STACK, &limit);
    const std::size_t bytes = limit.rlim_cur == RLIM_INFINITY ? unlimited : std::size_t(limit.rlim_cur);
    return reinterpret_cast<Word>(__libc_stack_end) - bytes;
  }
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  void* begin = nullptr;
  std::size_t bytes = 0;
  ::pthread_attr_getstack(&attributes, &begin, &bytes);
  ::pthread_attr_destroy(&attributes);
  return reinterpret_cast<Word>(begin);
}

void catchOverflow() noexcept {
  struct sigaction before{};
  if (::sigaction(SIGSEGV, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
    struct sigaction action{};
    action.sa_sigaction = onFault;
    action.sa_flags = int(SA_SIGINFO | SA_RESETHAND | SA_ONSTACK);
    ::sigaction(SIGSEGV, &action, nullptr);
  }
  static thread_local Alternate alternate;
  alternate.memory = ::mmap(nullptr, alternateBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (alternate.memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = alternate.memory;
  stack.ss_size = alternateBytes;
  ::sigaltstack(&stack, nullptr);
  // The runtime's threads have all signals blocked. The kernel ends a process at once when a blocked SIGSEGV is raised
  // by an instruction, so SIGSEGV is unblocked.
  sigset_t faults;
  sigemptyset(&faults);
  sigaddset(&faults, SIGSEGV);
  ::pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
}

}  // namespace

void guardStack() noexcept {
  if (stackEnd) return;
  const Word end = endOfStack(), here = reinterpret_cast<Word>(__builtin_frame_address(0));
  if (end == 0 || end >= here) return;
  stackEnd = end;
  detail::stackLimit = reinterpret_cast<const char*>(end + std::min<std::size_t>(mostReserve, (here - end) / 4));
  const auto limit = reinterpret_cast<Word>(detail::stackLimit);
  NODECPP_ASSERT(limit >= end && limit < here, limit, end, here);
  catchOverflow();
}

}  // namespace nodecpp::os
