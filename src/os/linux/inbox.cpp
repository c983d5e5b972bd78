#include "os/linux/inbox.h"

#include <utility>

#include "base/assertion.h"

namespace nodecpp::os {

namespace {

// A marker that takes the place of the newest delivery when the inbox is closed.
class Closed final : public Delivery {
 public:
  void deliver() override {}
};
constinit Closed closed;

}  // namespace

Inbox::~Inbox() { close(); }

bool Inbox::post(Delivery* delivery) noexcept {
  NODECPP_ASSERT(delivery);
  Delivery* before = newest_.load(std::memory_order_relaxed);
  do {
    if (before == &closed) return false;
    delivery->next_ = before;
  } while (!newest_.compare_exchange_weak(before, delivery, std::memory_order_acq_rel, std::memory_order_relaxed));
  // Only the first delivery wakes the loop, since the loop takes all deliveries at once.
  if (!before) waker_->wake();
  return true;
}

Delivery* Inbox::inOrder(Delivery* newest) noexcept {
  Delivery* first = nullptr;
  while (newest) {
    NODECPP_ASSERT(newest != &closed);
    Delivery* next = std::exchange(newest->next_, first);
    first = std::exchange(newest, next);
  }
  return first;
}

void Inbox::deliver() {
  Delivery* newest = newest_.load(std::memory_order_relaxed);
  do {
    if (!newest || newest == &closed) return;
  } while (!newest_.compare_exchange_weak(newest, nullptr, std::memory_order_acq_rel, std::memory_order_relaxed));
  struct Rest {
    Delivery* first;
    // An exception from a delivery, which ends the program, leaves further deliveries here to be destroyed.
    ~Rest() {
      while (first) delete std::exchange(first, first->next_);
    }
    Delivery* take() { return std::exchange(first, first->next_); }
  } rest{inOrder(newest)};
  while (rest.first) {
    struct Held {
      Delivery* delivery;
      ~Held() { delete delivery; }
    } held{rest.take()};
    held.delivery->deliver();
  }
}

void Inbox::close() noexcept {
  Delivery* newest = newest_.exchange(&closed, std::memory_order_acq_rel);
  if (newest == &closed) return;
  while (newest) delete std::exchange(newest, newest->next_);
}

}  // namespace nodecpp::os
