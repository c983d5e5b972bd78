// Messages between loops, on whatever threads they are: MessageChannel, MessagePort, BroadcastChannel.
// https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#class-messageport
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/list.h>
#include <nodecpp/var.h>

namespace nodecpp {

class MessagePortObject;
class BroadcastChannelObject;

namespace worker_threads {

using MessagePort = Handle<MessagePortObject>;
using BroadcastChannel = Handle<BroadcastChannelObject>;

// What moves with a message instead of being copied: a Buffer, which is empty after that, as the view of a detached
// ArrayBuffer is; or a MessagePort, which is closed on this side without a word. A Buffer whose bytes another Buffer of
// this thread still refers to is copied: what is left behind stays its own.
class Transfer {
 public:
  Transfer(Buffer& buffer) : buffer_(&buffer) {}
  Transfer(const let<Buffer>& buffer) : cell_(buffer), buffer_(nullptr), hasCell_(true) {}
  Transfer(const MessagePort& port) : buffer_(nullptr), port_(port) {}
  // It is detached.
  Transfer(const ArrayBuffer& bytes) : buffer_(nullptr), bytes_(bytes) {}

  // For the runtime. Undefined for the others.
  const ArrayBuffer& arrayBuffer() const { return bytes_; }
  // Null for a port and an ArrayBuffer.
  Buffer* buffer() const {
    if (hasCell_) return &cell_.ref();
    return buffer_;
  }
  const MessagePort& port() const { return port_; }

 private:
  let<Buffer> cell_;
  Buffer* buffer_;
  bool hasCell_ = false;
  MessagePort port_;
  ArrayBuffer bytes_;
};

// What onmessage and addEventListener are given.
struct MessageEvent {
  var data;
  MessagePort target;
};

// What a BroadcastChannel's listeners are given.
struct BroadcastEvent {
  var data;
};

struct MessageChannel {
  MessageChannel();
  MessagePort port1;
  MessagePort port2;
};

namespace detail {
struct PortEnd;
struct BroadcastEnd;
}  // namespace detail

}  // namespace worker_threads

class MessagePortObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<var> eventArgs(event::message_t);
  static Args<Error> eventArgs(event::messageerror_t);
  static Args<> eventArgs(event::close_t);

  // Does nothing when either end is closed. Throws a DataCloneError for what cannot be in a message, and then nothing
  // has moved.
  void postMessage(const var& message, Array<worker_threads::Transfer> transfer = {});
  // Messages are given from here on: on("message") and onmessage do it. They wait until then.
  void start();
  // Ends both sides; `close` is emitted on both, in a later turn. What the other side has not received it still gets.
  void close();
  // Whether the port keeps the loop alive. A listener for `message` does ref(), taking the last one off does unref().
  void ref();
  void unref();
  bool hasRef() const;

  // As an EventTarget: `type` is "message", "messageerror" or "close".
  void addEventListener(StringArg type, Function<void(worker_threads::MessageEvent)> listener);
  void removeEventListener(StringArg type, const Function<void(worker_threads::MessageEvent)>& listener);
  // port->onmessage = [](auto event) {…}: the one that was assigned last.
  struct OnMessage {
    template <class F>
    void operator=(F&& f) {
      port->setOnMessage(std::forward<F>(f));
    }
    void operator=(std::nullptr_t) { port->setOnMessage(nullptr); }
    MessagePortObject* port;
  };
  OnMessage onmessage{this};

  const char* className() const override { return "MessagePort"; }
  ~MessagePortObject() override;

  // For the runtime.
  explicit MessagePortObject(worker_threads::detail::PortEnd* end) : end_(end) {}

 protected:
  void listenerAdded(EventName name) override;
  void listenerRemoved(EventName name) override;

 private:
  friend struct worker_threads::detail::PortEnd;
  struct Target {
    String type;
    Function<void(worker_threads::MessageEvent)> listener;
  };
  void setOnMessage(Function<void(worker_threads::MessageEvent)> listener);
  void updateReference();

  worker_threads::detail::PortEnd* end_;  // null when closed
  nodecpp::detail::List<Target> targets_;
  Function<void(worker_threads::MessageEvent)> onMessage_;
};

// All of one name, on whatever threads, hear what one of them posts.
class BroadcastChannelObject : public Object {
 public:
  explicit BroadcastChannelObject(StringArg name);
  ~BroadcastChannelObject() override;

  // Throws an InvalidStateError when it is closed.
  void postMessage(const var& message);
  void close();
  // It keeps the loop alive, unless unref() was called.
  worker_threads::BroadcastChannel ref();
  worker_threads::BroadcastChannel unref();
  const String& name() const [[clang::lifetimebound]] { return name_; }
  // As an EventTarget: `type` is "message" or "messageerror".
  void addEventListener(StringArg type, Function<void(worker_threads::BroadcastEvent)> listener);
  void removeEventListener(StringArg type, const Function<void(worker_threads::BroadcastEvent)>& listener);
  // Called before those; assignable.
  Function<void(worker_threads::BroadcastEvent)> onmessage;
  Function<void(worker_threads::BroadcastEvent)> onmessageerror;

 private:
  friend struct worker_threads::detail::BroadcastEnd;
  String name_;
  worker_threads::detail::BroadcastEnd* end_;  // null when closed
  nodecpp::detail::List<std::pair<String, Function<void(worker_threads::BroadcastEvent)>>> targets_;
};

namespace worker_threads {

// The next message that waits at `port`, as {message: value}; undefined when there is none. Nothing is emitted.
var receiveMessageOnPort(const MessagePort& port);

// A Buffer that is marked cannot be in a transfer list.
void markAsUntransferable(const Buffer& buffer);
bool isMarkedAsUntransferable(const Buffer& buffer);

}  // namespace worker_threads
}  // namespace nodecpp
