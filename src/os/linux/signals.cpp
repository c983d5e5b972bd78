#include "os/linux/signals.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace nodecpp::os {

namespace {

std::atomic<std::uint64_t> caught{0};
std::atomic<int> wakeDescriptor{-1};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

void handler(int number) {
  int saved = errno;
  caught.fetch_or(std::uint64_t(1) << (number - 1));
  std::uint64_t one = 1;
  [[maybe_unused]] auto written = ::write(wakeDescriptor.load(), &one, sizeof one);
  errno = saved;
}

}  // namespace

ErrorCode catchSignal(int number, int wakeFd) {
  wakeDescriptor = wakeFd;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return ::sigaction(number, &action, nullptr) == 0 ? 0 : -errno;
}

ErrorCode releaseSignal(int number) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  return ::sigaction(number, &action, nullptr) == 0 ? 0 : -errno;
}

int takeSignal() {
  std::uint64_t set = caught.load();
  while (set) {
    std::uint64_t lowest = set & -set;
    if (caught.compare_exchange_weak(set, set & ~lowest)) return __builtin_ctzll(lowest) + 1;
  }
  return 0;
}

}  // namespace nodecpp::os
