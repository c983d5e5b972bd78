#include "os/posix/signal_watches.h"

#include <sched.h>

#include <cerrno>
#include <csignal>

#include "base/assertion.h"

namespace nodecpp::os {

namespace {

constexpr int signalNumbers = 65;
std::atomic<SignalQueue*> owners[signalNumbers];
// The number of signal handlers that run now, on any thread. The destructor of a queue waits for them before the queue
// is freed.
std::atomic<int> handling{0};
static_assert(std::atomic<unsigned>::is_always_lock_free && std::atomic<unsigned char>::is_always_lock_free &&
              std::atomic<SignalQueue*>::is_always_lock_free);

// What SIGINT and SIGTERM call before they end the process, or null.
std::atomic<void (*)() noexcept> restoring{nullptr};

bool endsProcess(int number) noexcept { return number == SIGINT || number == SIGTERM; }

void endHandler(int number) {
  if (auto* restore = restoring.load()) restore();
  std::signal(number, SIG_DFL);
  ::raise(number);
}

// As `begin` sets it, SIGPIPE and SIGXFSZ are ignored by default.
using Handler = void (*)(int);
Handler unwatched(int number) noexcept {
  if (number == SIGPIPE || number == SIGXFSZ) return SIG_IGN;
  return endsProcess(number) && restoring.load() ? endHandler : SIG_DFL;
}

}  // namespace

void SignalQueue::restoreBeforeEnd(void (*restore)() noexcept) {
  restoring.store(restore);
  for (int number : {SIGINT, SIGTERM}) {
    // A handler that is set belongs to a port, or was installed by a library, and stays.
    struct sigaction now{};
    if (::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) std::signal(number, endHandler);
  }
}

void SignalQueue::begin() {
  for (int number = 1; number < 32; ++number) {
    struct sigaction now{};
    bool ignored = ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
    if (number == SIGPIPE || number == SIGXFSZ)
      std::signal(number, SIG_IGN);
    else if (ignored)  // A handler that is set was installed by a library or a sanitizer, and stays.
      std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

SignalQueue::~SignalQueue() {
  for (int number = 1; number < signalNumbers; ++number)
    if (owners[number] == this) release(number);
  while (handling.load() != 0) ::sched_yield();
}

void SignalQueue::handler(int number) {
  int saved = errno;
  ++handling;
  if (SignalQueue* queue = owners[number].load()) queue->put(number);
  --handling;
  errno = saved;
}

void SignalQueue::put(int number) {
  unsigned place = written_.load();
  do {
    if (place - taken_.load() >= places) return;
  } while (!written_.compare_exchange_weak(place, place + 1));
  ring_[place % places].store(static_cast<unsigned char>(number));
  waker_->wake();
}

ErrorCode SignalQueue::catchSignal(int number) {
  NODECPP_ASSERT(number > 0 && number < signalNumbers, number);
  SignalQueue* before = owners[number].exchange(this);
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  if (::sigaction(number, &action, nullptr) == 0) return 0;
  owners[number] = before;
  return -errno;
}

ErrorCode SignalQueue::release(int number) {
  NODECPP_ASSERT(number > 0 && number < signalNumbers, number);
  if (owners[number] != this) return 0;
  struct sigaction action{};
  action.sa_handler = unwatched(number);
  ErrorCode error = ::sigaction(number, &action, nullptr) == 0 ? 0 : -errno;
  SignalQueue* self = this;
  owners[number].compare_exchange_strong(self, nullptr);
  return error;
}

int SignalQueue::take() {
  unsigned place = taken_.load();
  if (place == written_.load()) return 0;
  NODECPP_DEBUG_ASSERT(written_.load() - place <= places, place);
  // A slot that is taken and still 0 belongs to a handler that has not written it yet, and that will wake the port
  // again.
  int number = ring_[place % places].exchange(0);
  if (number) taken_.store(place + 1);
  NODECPP_ASSERT(number < signalNumbers, number);
  return number;
}

}  // namespace nodecpp::os
