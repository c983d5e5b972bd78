#include <nodecpp/process.h>

#include "base/assertion.h"
#include "worker_threads/port_message.h"

namespace nodecpp {

namespace worker_threads {

using detail::Mark;
using detail::markOf;
using detail::PortEnd;

MessageChannel::MessageChannel() {
  os::MailAddress first = os::MailQueue::make(), second = os::MailQueue::make();
  port1 = PortEnd::open(first, second);
  port2 = PortEnd::open(second, first);
}

var receiveMessageOnPort(const MessagePort& port) {
  PortEnd* end = PortEnd::of(port);
  os::Message message;
  if (!end || !end->loop.port().threads.take(end->mailbox, message)) return var();
  if (markOf(message) == Mark::close) {
    end->close();
    return var();
  }
  return var::object({{"message", detail::decode(std::move(message))}});
}

namespace detail {

PortEnd::PortEnd(os::MailAddress own, os::MailAddress to)
    : loop(Loop::current()), mailbox(openUnreferenced(loop, std::move(own), this)), peer(std::move(to)) {
  remember();
}

MessagePort PortEnd::open(os::MailAddress own, os::MailAddress peer) {
  NODECPP_ASSERT(own && peer);
  auto* end = new PortEnd(std::move(own), std::move(peer));
  end->self = make<MessagePort>(end);
  return end->self;
}

void PortEnd::onMessage(os::Message&& message) {
  // A mailbox that was closed or taken away gives no messages, and others than the last one come after start().
  NODECPP_ASSERT(mailbox && self && !closing && !detached);
  NODECPP_DEBUG_ASSERT(started || markOf(message) == Mark::close);
  if (markOf(message) == Mark::close) return close();
  loop.makeCallback(context, [&] { give(std::move(message)); });
}

void PortEnd::give(os::Message&& message) {
  MessagePort port = self;
  MessageEvent given{var(), port};
  auto callTargets = [&](StringArg type) {
    for (const auto& target : nodecpp::detail::List(port->targets_))
      if (target.type == type) target.listener(given);
  };
  try {
    given.data = decode(std::move(message));
  } catch (const Error& error) {
    port->emit(event::messageerror, error);
    given.data = error;
    return callTargets("messageerror");
  }
  port->emit(event::message, given.data);
  if (auto listener = port->onMessage_) listener(given);
  callTargets("message");
}

void PortEnd::start() {
  NODECPP_ASSERT(mailbox && !closing);
  if (std::exchange(started, true)) return;
  // Turns receiving off and on again, so that the mailbox offers the waiting messages again. It has kept them because
  // `wants` has refused them so far.
  loop.port().threads.receive(mailbox, false);
  loop.port().threads.receive(mailbox, true);
}

void PortEnd::setReferenced(bool on) {
  NODECPP_ASSERT(mailbox && !closing);
  referenced = on;
  active.setReferenced(on);
  loop.port().threads.keepAlive(mailbox, on);
}

void PortEnd::close() {
  NODECPP_ASSERT(bool(mailbox) == !closing);
  if (std::exchange(closing, true)) return;
  loop.port().threads.close(std::exchange(mailbox, nullptr));
  loop.queueClosing({[](void* end) { static_cast<PortEnd*>(end)->emitClose(); }, this});
}

void PortEnd::emitClose() {
  NODECPP_ASSERT(closing && !mailbox && self && self->end_ == this);
  // The other port is told now, as in Node. After a transfer the queue belongs to another port, and the other port is
  // told nothing.
  if (!detached) loop.port().threads.post(peer, marked(Mark::close));
  MessagePort port = std::move(self);
  port->end_ = nullptr;
  delete this;
  port->emit(event::close);
  for (const auto& target : nodecpp::detail::List(port->targets_))
    if (target.type == "close") target.listener({var(), port});
  port->onMessage_ = nullptr;
  port->targets_.clear();
  port->dropListeners();
}

os::MailAddress PortEnd::detach() {
  NODECPP_ASSERT(mailbox && !closing && !detached);
  closing = detached = true;
  os::MailAddress queue = loop.port().threads.detach(std::exchange(mailbox, nullptr));
  loop.queueClosing({[](void* end) { static_cast<PortEnd*>(end)->emitClose(); }, this});
  return queue;
}

void PortEnd::onLoopEnd() noexcept {
  NODECPP_ASSERT(self && self->end_ == this && bool(mailbox) == !closing);
  if (mailbox) loop.port().threads.close(mailbox);
  if (!detached) loop.port().threads.post(peer, marked(Mark::close));
  MessagePort port = std::move(self);
  port->end_ = nullptr;
  port->onMessage_ = nullptr;
  port->targets_.clear();
  port->dropListeners();
  delete this;
}

}  // namespace detail
}  // namespace worker_threads

MessagePortObject::~MessagePortObject() { NODECPP_ASSERT(!end_); }  // An open end holds its port.

void MessagePortObject::postMessage(const var& message, Array<worker_threads::Transfer> transfer) {
  using namespace worker_threads::detail;
  PortEnd* end = PortEnd::of(worker_threads::MessagePort(this));
  // The objects in the transfer list move even when the port is closed.
  os::Message encoded = encode(Mark::message, message, transfer, this);
  if (!end) return;
  for (const os::MailAddress& each : encoded.addresses)
    if (each == end->peer) {
      process::emitWarning("The target port was posted to itself, and the communication channel was lost");
      return;  // The destruction of the message closes the port that is in it.
    }
  end->loop.port().threads.post(end->peer, std::move(encoded));
}

void MessagePortObject::start() {
  if (end_ && !end_->closing) end_->start();
}
void MessagePortObject::close() {
  if (end_) end_->close();
}
void MessagePortObject::ref() {
  if (end_ && !end_->closing) end_->setReferenced(true);
}
void MessagePortObject::unref() {
  if (end_ && !end_->closing) end_->setReferenced(false);
}
bool MessagePortObject::hasRef() const { return end_ && !end_->closing && end_->referenced; }

// Starts the port and makes it keep the event loop alive as long as a listener for messages exists.
void MessagePortObject::updateReference() {
  bool wanted = listenerCount(event::message) > 0 || onMessage_;
  for (const Target& target : targets_) wanted = wanted || target.type == "message";
  if (!wanted) return unref();
  ref();
  start();
}
void MessagePortObject::listenerAdded(EventName name) {
  if (!worker_threads::detail::isMessage(name)) return;
  ref();
  start();
}
void MessagePortObject::listenerRemoved(EventName name) {
  if (worker_threads::detail::isMessage(name)) updateReference();
}
void MessagePortObject::setOnMessage(Function<void(worker_threads::MessageEvent)> listener) {
  onMessage_ = std::move(listener);
  updateReference();
}

void MessagePortObject::addEventListener(StringArg type, Function<void(worker_threads::MessageEvent)> listener) {
  for (const Target& target : targets_)
    if (target.type == type && target.listener == listener) return;
  targets_.push_back({type.toString(), std::move(listener)});
  updateReference();
}
void MessagePortObject::removeEventListener(StringArg type,
                                            const Function<void(worker_threads::MessageEvent)>& listener) {
  erase_if(targets_, [&](const Target& target) { return target.type == type && target.listener == listener; });
  updateReference();
}

var detail::structuredClone(const var& value, const Array<worker_threads::Transfer>& transfer) {
  using namespace worker_threads::detail;
  return decode(encode(Mark::message, value, transfer));
}

}  // namespace nodecpp
