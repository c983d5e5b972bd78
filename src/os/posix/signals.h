// The signals that one port listens to. The handler notes the number and wakes the port, which pushes it in a turn. Each
// signal belongs to the port that caught it last: what it notes is no other port's to take, however many threads wait.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "os/posix/waker.h"
#include "os/port/port.h"

namespace nodecpp::os {

class SignalQueue {
 public:
  // What a program finds of signals when it begins, whatever its parent has left it, as in Node: none is blocked or ignored,
  // but for those that come as the error of a call (a broken pipe, a file that is too large). A parent that ignores SIGCHLD
  // would else hide how our own children end.
  static void begin();

  explicit SignalQueue(std::shared_ptr<const Waker> waker) : waker_(std::move(waker)) {}
  // Gives what it still catches back to the system.
  ~SignalQueue();
  SignalQueue(const SignalQueue&) = delete;

  // Catches `number` from now on, in the place of any other port.
  ErrorCode catchSignal(int number);
  // Gives the signal its default back, unless another port has caught it meanwhile.
  ErrorCode release(int number);
  // The next caught signal in the order they came, 0 when there is none.
  int take();

 private:
  static void handler(int number);
  void put(int number);

  // Signals in the order they came. The handler may run on several threads at once; a place is taken by number, and a
  // signal that finds no place is lost, as the system loses repeated ones.
  static constexpr unsigned places = 256;
  std::array<std::atomic<unsigned char>, places> ring_{};
  std::atomic<unsigned> written_{0};
  std::atomic<unsigned> taken_{0};
  std::shared_ptr<const Waker> waker_;
};

}  // namespace nodecpp::os
