#include <nodecpp/concurrency/queue.h>
#include <nodecpp/concurrency/waiting.h>

#include "base/assertion.h"

namespace nodecpp::detail {

void WaitList::add(LeafWaiter* waiter) {
  NODECPP_ASSERT(!waiter->list_ && waiter->frame_);
  NODECPP_ASSERT(!first_ == !last_ && !first_ == (size_ == 0), size_);
  owner_->remember();
  waiter->list_ = this;
  waiter->after_ = nullptr;
  waiter->before_ = last_;
  (last_ ? last_->after_ : first_) = waiter;
  last_ = waiter;
  ++size_;
}

void WaitList::remove(LeafWaiter* waiter) noexcept {
  NODECPP_ASSERT(waiter->list_ == this && size_ > 0, size_);
  NODECPP_ASSERT((waiter->before_ ? waiter->before_->after_ : first_) == waiter);
  NODECPP_ASSERT((waiter->after_ ? waiter->after_->before_ : last_) == waiter);
  (waiter->before_ ? waiter->before_->after_ : first_) = waiter->after_;
  (waiter->after_ ? waiter->after_->before_ : last_) = waiter->before_;
  waiter->list_ = nullptr;
  --size_;
  NODECPP_ASSERT(!first_ == (size_ == 0) && !first_ == !last_, size_);
}

LeafWaiter* WaitList::wakeFirst() noexcept {
  LeafWaiter* waiter = first_;
  if (!waiter) return nullptr;
  remove(waiter);
  queue(waiter->frame_);
  return waiter;
}

void WaitList::giveUp() noexcept {
  while (LeafWaiter* waiter = first_) {
    remove(waiter);
    Reaction* frame = waiter->frame_;
    frame->run = frame->drop;
    queue(frame);
  }
  NODECPP_ASSERT(size_ == 0 && !last_, size_);
}

void throwChannelIsClosed() { throw codedError<Error>("ERR_INVALID_STATE", "Invalid state: The channel is closed"); }

}  // namespace nodecpp::detail
