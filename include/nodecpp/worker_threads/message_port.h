// Messages between event loops on the same or on different threads: MessageChannel, MessagePort and BroadcastChannel.
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

namespace detail {
struct PortEnd;
struct BroadcastEnd;
// A ReadableStream, WritableStream or TransformStream.
template <class T>
concept WebStream = requires { typename T::WebStream; };
}  // namespace detail

// An entry of a transfer list: something that moves with a message and is not copied. After that, a Buffer is empty,
// like a view of a detached ArrayBuffer, and a MessagePort is closed on this side. When another Buffer of this thread
// refers to the same bytes, they are copied, so that the other Buffer keeps its own.
class Transfer {
 public:
  // The Buffer must exist until postMessage() has returned, which empties it.
  Transfer(Buffer& buffer) : buffer_(&buffer) {}
  Transfer(const let<Buffer>& buffer) : cell_(buffer), buffer_(nullptr), hasCell_(true) {}
  Transfer(const MessagePort& port) : buffer_(nullptr), port_(port) {}
  // Transfers an ArrayBuffer, which is detached on this side.
  Transfer(const ArrayBuffer& bytes) : buffer_(nullptr), bytes_(bytes) {}
  // Transfers a ReadableStream, WritableStream or TransformStream, which is locked on this side. The receiver gets a
  // stream of the same kind. Each chunk goes through a MessagePort when the receiver asks for it. A chunk may be what a
  // message may be: a text, a Buffer, a number, a boolean or a var.
  template <detail::WebStream S>
  Transfer(const Handle<S>& stream) : buffer_(nullptr), stream_(stream) {}

  // For the runtime. Undefined when the entry is not an ArrayBuffer.
  const ArrayBuffer& arrayBuffer() const { return bytes_; }
  // For the runtime. Null when the entry is not a Buffer. The pointer is valid as long as the program's Buffer and this
  // object.
  Buffer* buffer() const {
    if (hasCell_) return &cell_.ref();
    return buffer_;
  }
  const MessagePort& port() const { return port_; }
  // Undefined when the entry is no web stream.
  const Handle<Object>& stream() const { return stream_; }

 private:
  let<Buffer> cell_;
  Buffer* buffer_;
  bool hasCell_ = false;
  MessagePort port_;
  ArrayBuffer bytes_;
  Handle<Object> stream_;
};

// The argument of onmessage and of listeners added by addEventListener.
struct MessageEvent {
  var data;
  MessagePort target;
  template <class I>
  void inspectTo(I& out) const {
    out.name("MessageEvent").property("type", "message").property("data", data);
  }
};

// The argument of a BroadcastChannel's listeners.
struct BroadcastEvent {
  var data;
  template <class I>
  void inspectTo(I& out) const {
    MessageEvent{data, {}}.inspectTo(out);
  }
};

// Two connected ports. A message that is posted to one port arrives at the other port.
struct MessageChannel {
  MessageChannel();
  MessagePort port1;
  MessagePort port2;
  template <class I>
  void inspectTo(I& out) const {
    out.name("MessageChannel").property("port1", port1).property("port2", port2);
  }
};

// The option structuredClone(value, {.transfer = {stream, port}}).
struct StructuredCloneOptions {
  Array<Transfer> transfer;
};

}  // namespace worker_threads

class MessagePortObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<var> eventArgs(event::message_t);
  static Args<Error> eventArgs(event::messageerror_t);
  static Args<> eventArgs(event::close_t);

  // Sends a copy of `message` to the other port, and moves the objects in `transfer`. When either port is closed, the
  // message is lost, but the objects are moved all the same. Throws a DataCloneError when a value cannot be in a
  // message, and in this case nothing was moved.
  void postMessage(const var& message, Array<worker_threads::Transfer> transfer = {});
  // Starts to deliver messages, which wait in the queue until then. Adding a listener for `message` or setting
  // onmessage also starts the port.
  void start();
  // Closes both ports, which emit `close` in a later turn. The other port still gets the messages that it has not
  // received yet.
  void close();
  // ref() makes the port keep the event loop alive, unref() undoes it. Adding a listener for `message` calls ref(), and
  // removing the last one calls unref().
  void ref();
  void unref();
  bool hasRef() const;

  // The port as an EventTarget: listeners for the types "message" and "close" are called.
  void addEventListener(StringArg type, Function<void(worker_threads::MessageEvent)> listener);
  void removeEventListener(StringArg type, const Function<void(worker_threads::MessageEvent)>& listener);
  // `port->onmessage = [](auto event) {…}` sets a listener and replaces the one that was set before.
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

  // For the runtime: makes the object of an open port.
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

  worker_threads::detail::PortEnd* end_;  // The working part of the port. Null when the port is closed.
  nodecpp::detail::List<Target> targets_;
  Function<void(worker_threads::MessageEvent)> onMessage_;
};

// Sends messages to all other BroadcastChannels of the same name, on any thread.
class BroadcastChannelObject : public Object {
 public:
  // Opens a channel with a name. It stays open until close() is called or the event loop ends.
  explicit BroadcastChannelObject(StringArg name);
  ~BroadcastChannelObject() override;

  // Sends a message to the other channels. Throws an InvalidStateError when the channel is closed.
  void postMessage(const var& message);
  // Closes the channel, which gets no further messages. Its listeners are removed.
  void close();
  // A channel keeps the event loop alive until unref() is called.
  worker_threads::BroadcastChannel ref();
  worker_threads::BroadcastChannel unref();
  // The name of the channel. The reference is valid as long as the channel object.
  const String& name() const [[clang::lifetimebound]] { return name_; }
  // The channel as an EventTarget: `type` is "message" or "messageerror".
  void addEventListener(StringArg type, Function<void(worker_threads::BroadcastEvent)> listener);
  void removeEventListener(StringArg type, const Function<void(worker_threads::BroadcastEvent)>& listener);
  // Called before the listeners that addEventListener has added. May be assigned.
  Function<void(worker_threads::BroadcastEvent)> onmessage;
  Function<void(worker_threads::BroadcastEvent)> onmessageerror;

 private:
  friend struct worker_threads::detail::BroadcastEnd;
  String name_;
  worker_threads::detail::BroadcastEnd* end_;  // The working part of the channel. Null when the channel is closed.
  nodecpp::detail::List<std::pair<String, Function<void(worker_threads::BroadcastEvent)>>> targets_;
};

namespace worker_threads {

// Takes the next message from the queue of `port` and returns {message: value}, or undefined when no message waits.
// Emits no event.
var receiveMessageOnPort(const MessagePort& port);

// Marks a Buffer, so that neither it nor another Buffer over the same bytes can be in a transfer list.
void markAsUntransferable(const Buffer& buffer);
bool isMarkedAsUntransferable(const Buffer& buffer);

}  // namespace worker_threads

namespace detail {
var structuredClone(const var& value, const Array<worker_threads::Transfer>& transfer);
}

// structuredClone of <nodecpp/structured_clone.h> for values that contain ports or web streams. What is in
// options.transfer moves into the copy, as with postMessage(), whose errors are thrown.
template <class = void>
var structuredClone(const var& value, const worker_threads::StructuredCloneOptions& options) {
  return detail::structuredClone(value, options.transfer);
}
template <worker_threads::detail::WebStream S>
Handle<S> structuredClone(const Handle<S>& stream, const worker_threads::StructuredCloneOptions& options) {
  return detail::structuredClone(stream, options.transfer).template handle<Handle<S>>();
}
inline worker_threads::MessagePort structuredClone(const worker_threads::MessagePort& port,
                                                   const worker_threads::StructuredCloneOptions& options) {
  return detail::structuredClone(port, options.transfer).handle<worker_threads::MessagePort>();
}

}  // namespace nodecpp
