#include "os/linux/signals.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace nodecpp::os {

namespace {

// Signals in the order they came. The handler may run on several threads at once; a place is taken by number, and a
// signal that finds no place is lost, as the system loses repeated ones.
constexpr unsigned places = 256;
std::atomic<unsigned char> ring[places];
std::atomic<unsigned> written{0};
std::atomic<unsigned> taken{0};
std::atomic<int> wakeDescriptor{-1};
static_assert(std::atomic<unsigned>::is_always_lock_free && std::atomic<unsigned char>::is_always_lock_free);

void handler(int number) {
  int saved = errno;
  unsigned place = written.load();
  do {
    if (place - taken.load() >= places) return;
  } while (!written.compare_exchange_weak(place, place + 1));
  ring[place % places].store(static_cast<unsigned char>(number));
  std::uint64_t one = 1;
  [[maybe_unused]] auto told = ::write(wakeDescriptor.load(), &one, sizeof one);
  errno = saved;
}

}  // namespace

ErrorCode catchSignal(int number, int wakeFd) {
  wakeDescriptor = wakeFd;
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return ::sigaction(number, &action, nullptr) == 0 ? 0 : -errno;
}

ErrorCode releaseSignal(int number) {
  struct sigaction action{};
  action.sa_handler = number == SIGPIPE ? SIG_IGN : SIG_DFL;  // see LinuxPort's constructor
  return ::sigaction(number, &action, nullptr) == 0 ? 0 : -errno;
}

int takeSignal() {
  unsigned place = taken.load();
  if (place == written.load()) return 0;
  // A place that was taken and is not filled yet belongs to a handler that will wake us again.
  int number = ring[place % places].exchange(0);
  if (number) taken.store(place + 1);
  return number;
}

}  // namespace nodecpp::os
