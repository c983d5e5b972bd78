#include <nodecpp/concurrency/queue.h>
#include <nodecpp/concurrency/waiting.h>

namespace nodecpp::detail {

void WaitList::add(LeafWaiter* waiter) {
  owner_->remember();
  waiter->list_ = this;
  waiter->after_ = nullptr;
  waiter->before_ = last_;
  (last_ ? last_->after_ : first_) = waiter;
  last_ = waiter;
  ++size_;
}

void WaitList::remove(LeafWaiter* waiter) noexcept {
  (waiter->before_ ? waiter->before_->after_ : first_) = waiter->after_;
  (waiter->after_ ? waiter->after_->before_ : last_) = waiter->before_;
  waiter->list_ = nullptr;
  --size_;
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
}

void throwChannelIsClosed() { throw codedError<Error>("ERR_INVALID_STATE", "Invalid state: The channel is closed"); }

}  // namespace nodecpp::detail
