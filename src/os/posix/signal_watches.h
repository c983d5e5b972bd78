// The signals that one port watches. The handler notes the signal's number and wakes the port, which pushes the signal
// in a turn. Each signal belongs to the port that watched it last; no other port takes its notes, however many threads
// wait.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "os/port/port.h"
#include "os/posix/waker.h"

namespace nodecpp::os {

class SignalQueue {
 public:
  // Sets all signals to a known state when the program begins, whatever its parent left, as Node does. No signal is
  // blocked or ignored, except those that are reported as the error of a call (a broken pipe, a file that is too
  // large). Without this, a parent that ignores SIGCHLD would hide the ends of our children.
  static void begin();

  // Makes SIGINT and SIGTERM call `restore` before they end the process, as long as no port watches them.
  static void restoreBeforeEnd(void (*restore)() noexcept);

  explicit SignalQueue(std::shared_ptr<const Waker> waker) : waker_(std::move(waker)) {}
  // Restores the default action of the signals that this queue still catches.
  ~SignalQueue();
  SignalQueue(const SignalQueue&) = delete;

  // Catches the signal `number` from now on, in place of any other port.
  ErrorCode catchSignal(int number);
  // Restores the signal's default action, unless another port has caught the signal meanwhile.
  ErrorCode release(int number);
  // Returns the next caught signal in the order of arrival, or 0 when there is none.
  int take();

 private:
  static void handler(int number);
  void put(int number);

  // A ring buffer of signal numbers in the order of arrival. The handler may run on several threads at once, and each
  // takes its slot by an atomic counter. A signal that finds the ring full is lost, as the system itself merges
  // repeated signals.
  static constexpr unsigned places = 256;
  std::array<std::atomic<unsigned char>, places> ring_{};
  std::atomic<unsigned> written_{0};
  std::atomic<unsigned> taken_{0};
  std::shared_ptr<const Waker> waker_;
};

}  // namespace nodecpp::os
