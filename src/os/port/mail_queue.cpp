#include <nodecpp/thread_transfer.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/port/port.h"
#include "os/port/threads_role.h"

namespace nodecpp::os {

constinit thread_local ThreadWaits* threadWaits = nullptr;

namespace {
// The least limit of messages pushed to one mailbox in one turn. When more waited as the turn began, all of those are
// pushed, as in Node.
constexpr std::size_t messagesPerTurn = 1000;
}  // namespace

struct MailRoom::Box final : Mailbox {
  ~Box() = default;
  MailRoom* room = nullptr;
  MailAddress queue;
  MailboxSink* sink = nullptr;
  bool receiving = false;
  bool refed = true;
};

Buffer alone(Buffer&& buffer) {
  // A buffer without a block is empty or does not own its bytes, so the bytes are copied.
  Buffer own = std::move(buffer);
  if (!own.block()) return Buffer::copyOf(own.bytes(), own.size());
  nodecpp::detail::unshare(own);
  return own;
}

// A queue that belongs to a loop wakes the loop through its room, only once until the room has looked at the queue.
// Without a room the message may be for a thread that waits in receive().
bool MailQueue::post(Message&& message) {
  std::lock_guard lock(mutex_);
  if (closed_) return false;
  messages_.push_back(std::move(message));
  if (room_) {
    NODECPP_ASSERT(box_);
    if (!std::exchange(notified_, true)) room_->ring(shared_from_this());
  } else {
    available_.notify_one();
  }
  return true;
}

bool MailQueue::receive(Message& message) {
  auto some = [](const void* self) {
    auto* queue = static_cast<const MailQueue*>(self);
    return queue->size() > 0 || queue->closed();
  };
  if (threadWaits && !threadWaits->until(some, this, -1)) return false;
  Message before = std::move(message);  // The old message is destroyed without holding the lock, as in close().
  std::unique_lock lock(mutex_);
  available_.wait(lock, [&] { return closed_ || !messages_.empty(); });
  if (messages_.empty()) return false;
  message = std::move(messages_.front());
  messages_.pop_front();
  return true;
}

bool MailQueue::takeIf(MailboxSink* wanted, Message& message) {
  Message before = std::move(message);
  std::lock_guard lock(mutex_);
  if (messages_.empty() || (wanted && !wanted->wants(messages_.front()))) return false;
  message = std::move(messages_.front());
  messages_.pop_front();
  return true;
}

void MailQueue::close(bool dropped) {
  std::deque<Message> gone;  // The messages are destroyed without the lock, because their destruction may close queues.
  std::lock_guard lock(mutex_);
  closed_ = true;
  if (dropped) gone.swap(messages_);
  available_.notify_all();
}

std::size_t MailQueue::size() const {
  std::lock_guard lock(mutex_);
  return messages_.size();
}

bool MailQueue::closed() const {
  std::lock_guard lock(mutex_);
  return closed_;
}

namespace {

struct Hubs {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<MailHub>> all;
};
Hubs& hubs() {
  static Hubs one;
  return one;
}

Message copyOf(const Message& message) {
  Message copy{.bytes = message.bytes, .buffers = {}, .addresses = message.addresses, .shared = message.shared};
  for (const Buffer& buffer : message.buffers) copy.buffers.push_back(Buffer::copyOf(buffer.bytes(), buffer.size()));
  return copy;
}

}  // namespace

std::shared_ptr<MailHub> MailHub::named(const std::string& name) {
  std::lock_guard lock(hubs().mutex);
  // Forgets hubs that nobody uses any more, so that the map does not grow with every name.
  std::erase_if(hubs().all, [](const auto& each) { return each.second.expired(); });
  std::weak_ptr<MailHub>& known = hubs().all[name];
  std::shared_ptr<MailHub> hub = known.lock();
  if (!hub) known = hub = std::make_shared<MailHub>();
  return hub;
}

void MailHub::join(const MailAddress& queue) {
  std::lock_guard lock(mutex_);
  queues_.push_back(queue);
}

void MailHub::leave(const MailAddress& queue) {
  std::lock_guard lock(mutex_);
  std::erase(queues_, queue);
}

void MailHub::post(const Message& message, const MailQueue* except) {
  std::lock_guard lock(mutex_);
  for (const MailAddress& queue : queues_)
    if (queue.get() != except) queue->post(copyOf(message));
}

MailRoom::MailRoom(Turns& turns) : turns_(&turns) {}
MailRoom::~MailRoom() = default;

void MailRoom::ring(MailAddress queue) {
  NODECPP_ASSERT(queue);
  std::lock_guard lock(mutex_);
  if (!turns_) return;
  notifiedBoxes_.push_back(std::move(queue));
  // The loop is woken only by the first notification since it last looked, so that a thousand messages cost one system
  // call.
  if (notifiedBoxes_.size() == 1) turns_->wake();
}

bool MailRoom::waiting() {
  std::lock_guard lock(mutex_);
  return !notifiedBoxes_.empty();
}

void MailRoom::count(Box* box, int by) {
  NODECPP_ASSERT(by == 1 || by == -1, by);
  // A mailbox that is taken out of the count was put into it before.
  NODECPP_ASSERT(by > 0 || !box->receiving || !box->refed || box->room->refed_ > 0);
  if (box->receiving && box->refed) box->room->refed_ += std::size_t(std::ptrdiff_t(by));
}

Mailbox* MailRoom::open(MailAddress queue, MailboxSink* sink) {
  NODECPP_DEBUG_ASSERT(queue && sink);
  auto box = std::make_unique<Box>();
  box->room = this;
  box->queue = std::move(queue);
  box->sink = sink;
  boxes_.push_back(box.get());
  return box.release();
}

MailAddress MailRoom::address(Mailbox* mailbox) { return static_cast<Box*>(mailbox)->queue; }

void MailRoom::receive(Mailbox* mailbox, bool on) {
  auto* box = static_cast<Box*>(mailbox);
  NODECPP_ASSERT(box && box->room == this && box->queue);
  if (box->receiving == on) return;
  count(box, -1);
  box->receiving = on;
  count(box, 1);
  std::shared_ptr<MailRoom> before;
  std::lock_guard lock(box->queue->mutex_);
  before = std::exchange(box->queue->room_, on ? shared_from_this() : nullptr);
  box->queue->box_ = on ? box : nullptr;
  // The notification that an earlier room of this queue has received does not count for this room, so this room must be
  // notified again.
  box->queue->notified_ = false;
  if (on && !box->queue->messages_.empty() && !std::exchange(box->queue->notified_, true)) ring(box->queue);
}

void MailRoom::keepAlive(Mailbox* mailbox, bool on) {
  auto* box = static_cast<Box*>(mailbox);
  NODECPP_ASSERT(box && box->room == this);
  count(box, -1);
  box->refed = on;
  count(box, 1);
}

void MailRoom::close(Mailbox* mailbox, bool queueToo) {
  auto* box = static_cast<Box*>(mailbox);
  NODECPP_ASSERT(box && box->room == this && box->queue);
  NODECPP_DEBUG_ASSERT(std::ranges::count(boxes_, box) == 1);
  receive(mailbox, false);
  NODECPP_ASSERT(!box->receiving);
  box->sink = nullptr;
  if (queueToo) box->queue->close(true);
  std::erase(boxes_, box);
  NODECPP_DEBUG_ASSERT(std::ranges::find(boxes_, box) == boxes_.end());
  closed_.emplace_back(box);  // The box is freed later, since a delivery from it may be under way.
}

// Pushes the messages of each queue that has notified this room since the last call. A queue that has more messages
// than its share, and whose sink still wants them, notifies the room again for the next turn.
void MailRoom::deliver() {
  std::vector<MailAddress> ringing;
  {
    std::lock_guard lock(mutex_);
    ringing.swap(notifiedBoxes_);
  }
  for (MailAddress& queue : ringing) {
    NODECPP_ASSERT(queue);
    std::size_t left = 0;
    Box* box = nullptr;
    {
      std::lock_guard lock(queue->mutex_);
      if (queue->room_.get() != this) continue;
      box = static_cast<Box*>(queue->box_);
      NODECPP_ASSERT(box && box->sink);
      queue->notified_ = false;
      left = std::max(queue->messages_.size(), messagesPerTurn);
    }
    Message message;
    while (box->receiving && left-- > 0 && queue->takeIf(box->sink, message)) box->sink->onMessage(std::move(message));
    if (!box->receiving) continue;
    std::lock_guard lock(queue->mutex_);
    bool more = !queue->messages_.empty() && box->sink->wants(queue->messages_.front());
    if (more && !std::exchange(queue->notified_, true)) ring(queue);
  }
  closed_.clear();
}

void MailRoom::leave() {
  while (!boxes_.empty()) close(boxes_.back(), true);
  closed_.clear();
  NODECPP_ASSERT(refed_ == 0, refed_);
  std::vector<MailAddress> ringing;
  std::lock_guard lock(mutex_);
  // A thread that posts a message after this finds no loop to wake. The queues that have notified this room are
  // released without the lock held.
  turns_ = nullptr;
  ringing.swap(notifiedBoxes_);
}

}  // namespace nodecpp::os
