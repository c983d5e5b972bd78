#include <memory>
#include <string>

#include "base/assertion.h"
#include "worker_threads/port_message.h"

namespace nodecpp {

namespace worker_threads::detail {

// The working part of an open BroadcastChannel. It keeps the channel alive until the channel is closed.
struct BroadcastEnd final : os::MailboxSink, LoopEnd {
  explicit BroadcastEnd(BroadcastChannelObject* channel)
      : loop(Loop::current()),
        object(channel),
        hub(os::MailHub::named(std::string(channel->name_.data(), channel->name_.size()))),
        queue(os::MailQueue::make()),
        mailbox(loop.port().threads.openMailbox(queue, this)) {
    loop.port().threads.receive(mailbox, true);
    hub->join(queue);
    remember();
  }
  ~BroadcastEnd() = default;

  void onMessage(os::Message&& message) override {
    NODECPP_ASSERT(self && object->end_ == this);  // A closed mailbox gives no messages.
    loop.makeCallback(context, [&] { give(std::move(message)); });
  }
  void give(os::Message&& message) {
    BroadcastChannel channel = self;
    BroadcastEvent event;
    try {
      event.data = decode(std::move(message));
    } catch (const Error&) {
      return tell(channel, "messageerror", channel->onmessageerror, event);
    }
    tell(channel, "message", channel->onmessage, event);
  }
  static void tell(const BroadcastChannel& channel, StringArg type, Function<void(BroadcastEvent)> first,
                   const BroadcastEvent& event) {
    if (first) first(event);
    for (const auto& [name, listener] : nodecpp::detail::List(channel->targets_))
      if (name == type) listener(event);
  }
  void onLoopEnd() noexcept override { close(); }
  void close() {
    NODECPP_ASSERT(self && mailbox && object->end_ == this);
    hub->leave(queue);
    loop.port().threads.close(mailbox);
    BroadcastChannel channel = std::move(self);
    channel->end_ = nullptr;
    channel->onmessage = nullptr;
    channel->onmessageerror = nullptr;
    channel->targets_.clear();
    delete this;
  }

  Loop& loop;
  Handle<Object> context = Loop::currentContext();
  BroadcastChannelObject* object;
  BroadcastChannel self;
  std::shared_ptr<os::MailHub> hub;
  os::MailAddress queue;
  os::Mailbox* mailbox;
};

}  // namespace worker_threads::detail

using worker_threads::BroadcastChannel;
using worker_threads::detail::BroadcastEnd;

BroadcastChannelObject::BroadcastChannelObject(StringArg name) : name_(name.toString()), end_(new BroadcastEnd(this)) {
  end_->self = BroadcastChannel(this);
}
BroadcastChannelObject::~BroadcastChannelObject() { NODECPP_ASSERT(!end_); }  // An open end holds its channel.

void BroadcastChannelObject::postMessage(const var& message) {
  if (!end_) {
    Error error("BroadcastChannel is closed.");
    nodecpp::detail::setClassName(error, "InvalidStateError");
    error->code = "11";
    throw error;
  }
  using namespace worker_threads::detail;
  end_->loop.port().threads.post(*end_->hub, encode(Mark::message, message, {}), end_->queue.get());
}
void BroadcastChannelObject::close() {
  if (end_) end_->close();
}
BroadcastChannel BroadcastChannelObject::ref() {
  if (end_) end_->loop.port().threads.keepAlive(end_->mailbox, true);
  return BroadcastChannel(this);
}
BroadcastChannel BroadcastChannelObject::unref() {
  if (end_) end_->loop.port().threads.keepAlive(end_->mailbox, false);
  return BroadcastChannel(this);
}
void BroadcastChannelObject::addEventListener(StringArg type, Function<void(worker_threads::BroadcastEvent)> listener) {
  targets_.emplace_back(type.toString(), std::move(listener));
}
void BroadcastChannelObject::removeEventListener(StringArg type,
                                                 const Function<void(worker_threads::BroadcastEvent)>& listener) {
  erase_if(targets_, [&](const auto& each) { return each.first == type && each.second == listener; });
}

}  // namespace nodecpp
