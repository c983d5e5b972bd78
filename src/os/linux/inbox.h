// Where other threads leave things for a loop's thread, without a lock: a thread that runs only when the processor is
// idle may be stopped anywhere, and must not hold up the loop.
#pragma once

#include <atomic>
#include <memory>

#include "os/posix/waker.h"

namespace nodecpp::os {

// One thing. Made on any thread; `deliver` is called on the loop's, then it is destroyed.
class Delivery {
 public:
  virtual ~Delivery() = default;
  virtual void deliver() = 0;

 private:
  friend class Inbox;
  Delivery* next_ = nullptr;
};

// Held by the port and by all that may post to it, since it outlives the port where they do.
class Inbox {
 public:
  // `waker` is that of the loop's port.
  explicit Inbox(std::shared_ptr<const Waker> waker) : waker_(std::move(waker)) {}
  Inbox(const Inbox&) = delete;
  ~Inbox();

  // From any thread: delivered in the order of posting. False when the loop has gone: the delivery is the caller's
  // still.
  bool post(Delivery* delivery) noexcept;
  // On the loop's thread: delivers what there is, of which each is destroyed after.
  void deliver();
  // Nothing is taken any more; destroys what is left.
  void close() noexcept;

 private:
  static Delivery* inOrder(Delivery* newest) noexcept;

  std::shared_ptr<const Waker> waker_;
  std::atomic<Delivery*> newest_{nullptr};
};

}  // namespace nodecpp::os
