// A queue in which other threads leave deliveries for a loop's thread. It has no lock: a thread that runs only when the
// processor is idle may be stopped at any instruction, and must not hold up the loop.
#pragma once

#include <atomic>
#include <memory>

#include "os/posix/waker.h"

namespace nodecpp::os {

// One delivery. It is created on any thread; `deliver` is called on the loop's thread, then the object is destroyed.
class Delivery {
 public:
  virtual ~Delivery() = default;
  virtual void deliver() = 0;

 private:
  friend class Inbox;
  Delivery* next_ = nullptr;
};

// An inbox is owned by its port together with all threads that may post to it, because such a thread may outlive the
// port.
class Inbox {
 public:
  // `waker` is the waker of the loop's port.
  explicit Inbox(std::shared_ptr<const Waker> waker) : waker_(std::move(waker)) {}
  Inbox(const Inbox&) = delete;
  ~Inbox();

  // Posts a delivery, from any thread. Deliveries are made in the order of posting. Returns false when the loop has
  // ended; then the delivery still belongs to the caller.
  bool post(Delivery* delivery) noexcept;
  // Called on the loop's thread: makes all deliveries that have been posted and destroys each of them afterwards.
  void deliver();
  // Refuses deliveries from now on, and destroys those that are left.
  void close() noexcept;

 private:
  static Delivery* inOrder(Delivery* newest) noexcept;

  std::shared_ptr<const Waker> waker_;
  std::atomic<Delivery*> newest_{nullptr};
};

}  // namespace nodecpp::os
