#include "worker_threads/stream_transfer.h"

#include <nodecpp/stream/web/transform.h>

#include <optional>

#include "json/clone/clone.h"
#include "stream/web/internals.h"
#include "stream/web/sink_controller.h"
#include "worker_threads/port_message.h"

namespace nodecpp::worker_threads::detail {

namespace {

namespace web = stream::web;
using nodecpp::detail::dataCloneError;
using stream::Chunk;
using web::Reason;
using web::detail::asyncCall;
using web::detail::Readables;
using web::detail::Writables;

// The value of a chunk. Throws a DataCloneError for a C++ value that no var holds.
var valueOf(const Chunk& chunk) {
  if (!chunk) return undefined;
  if (chunk.isString()) return chunk.string();
  if (chunk.isBuffer()) return chunk.buffer();
  if (chunk.is<var>()) return chunk.as<var>();
  if (chunk.is<bool>()) return chunk.as<bool>();
  if (chunk.object()->isNumber) return chunk.object()->number();
  throw dataCloneError("#<Object> could not be cloned.");
}
var valueOf(const Reason& reason) {
  if (!reason) return undefined;
  const Chunk value = reason.value();
  return value ? valueOf(value) : var(reason.error());
}

// A message from one end of a stream to the other. `type` is "chunk", "close", "error" or "pull", as in Node. A number
// or boolean that was no var where it was written has `isPlain`, since a reader asks for it in the same way.
var streamMessage(const char* type, const var& value = undefined) {
  return var::object({{"type", type}, {"value", value}});
}
var streamMessage(const Chunk& chunk) {
  var message = streamMessage("chunk", valueOf(chunk));
  if (chunk.isObject() && !chunk.is<var>()) message.set("isPlain", true);
  return message;
}
Chunk chunkOf(const var& message) {
  const var value = message["value"];
  if (!message["isPlain"]) return Chunk(value);
  return value.isNumber() ? Chunk(value.toNumber()) : Chunk(bool(value));
}
Reason reasonOf(const var& value) {
  if (value.is<Error>()) return value.as<Error>();
  return value.isNumber() ? Chunk(value.toNumber()) : Chunk(value);
}

// The port of one end of a stream, with what both ends do alike.
class StreamPort {
 public:
  StreamPort(MessagePort port, bool isReceived) : port_(std::move(port)), refsOnUse_(isReceived) {}

  // Passes messages to `end`, which lives as long as the port is open.
  template <class End>
  void listen(End* end) {
    const Handle<End> held(end);
    port_->onmessage = [held](worker_threads::MessageEvent event) { held->onMessage(event.data); };
    port_->addEventListener("messageerror", [held](worker_threads::MessageEvent) { held->onMessageError(); });
    port_->unref();
  }
  // As in Node, the port keeps the event loop alive from the first use of a received stream on. It never does so for
  // the stream that was transferred.
  void use() {
    if (std::exchange(refsOnUse_, false)) port_->ref();
  }
  void post(const var& message) { port_->postMessage(message); }
  // Posts what `make` returns. When that cannot be cloned, the other end is told of the error, which is thrown.
  template <class F>
  void tryPost(F make) {
    try {
      post(make());
    } catch (const Error& error) {
      fail(error);
      throw;
    }
  }
  // Tells the other end that a message of it could not be read, and closes the port. Returns the error, with which this
  // end's stream fails too.
  Error failToReceive() {
    Error error = dataCloneError("Internal transferred ReadableStream error");
    fail(error);
    return error;
  }
  // Tells the other end that the stream was cancelled or aborted, and closes the port. The promise is rejected when the
  // reason cannot be cloned.
  Promise<> end(const Reason& reason) {
    return asyncCall([&] {
      tryPost([&] { return streamMessage("error", valueOf(reason)); });
      close();
      return Promise<>();
    });
  }
  void close() { port_->close(); }
  void trace(nodecpp::detail::Tracer& tracer) { tracer(port_); }

 private:
  void fail(const Error& error) {
    post(streamMessage("error", var(error)));
    close();
  }

  MessagePort port_;
  bool refsOnUse_;
};

// Reads from a port what a PortSink writes.
class PortSource final : public web::detail::SourceObject {
 public:
  PortSource(MessagePort port, bool isReceived) : port_(std::move(port), isReceived) {}

  web::ReadableStream begin(double highWaterMark) {
    stream_ = Readables::make(Handle<SourceObject>(this), highWaterMark);
    port_.listen(this);
    Readables::begin(*stream_, {});
    return stream_;
  }
  void onMessage(const var& message) {
    const String type = message["type"].toString();
    if (type == "chunk") return Readables::enqueue(*stream_, chunkOf(message));
    if (type == "close")
      Readables::close(*stream_);
    else
      Readables::fail(*stream_, reasonOf(message["value"]));
    port_.close();
  }
  void onMessageError() { Readables::fail(*stream_, Reason(port_.failToReceive())); }
  Pulled pull(const web::ReadableStreamDefaultController&) override {
    port_.use();
    port_.post(streamMessage("pull"));
    return {Promise<>::resolve()};
  }
  Promise<> cancel(const Reason& reason) override { return port_.end(reason); }

 private:
  StreamPort port_;
  web::ReadableStream stream_;
  NODECPP_TRACE(port_, stream_)
};

// Writes to a port, one chunk for each time that the other end asks for one.
class PortSink final : public web::detail::SinkObject, LoopEnd {
 public:
  PortSink(MessagePort port, bool isReceived) : port_(std::move(port), isReceived) {}

  web::WritableStream begin() {
    stream_ = Writables::make(Handle<SinkObject>(this), 1);
    port_.listen(this);
    Writables::begin(*stream_, {});
    return stream_;
  }
  void onMessage(const var& message) {
    if (message["type"] == "error") Writables::failIfNeeded(*stream_, reasonOf(message["value"]));
    wanted();
  }
  void onMessageError() { Writables::failIfNeeded(*stream_, Reason(port_.failToReceive())); }
  Promise<> write(Chunk&& chunk, const web::WritableStreamDefaultController&) override {
    port_.use();
    return give(Handle<PortSink>(this), std::move(chunk));
  }
  Promise<> close() override {
    return asyncCall([&] {
      port_.post(streamMessage("close"));
      port_.close();
      return Promise<>();
    });
  }
  Promise<> abort(const Reason& reason) override { return port_.end(reason); }

 private:
  static Promise<> give(Handle<PortSink> self, Chunk chunk) {
    self->remember();
    co_await (self->pull_ ? self->pull_->promise : Promise<>::resolve());
    self->pull_ = Promise<>::withResolvers();
    self->port_.tryPost([&] { return streamMessage(chunk); });
  }
  // The other end wants a chunk, or has failed, so that a write that waits may end.
  void wanted() {
    if (const auto pull = std::exchange(pull_, std::nullopt)) pull->resolve();
  }
  // Only this object settles the promise for which give() waits.
  void onLoopEnd() noexcept override { pull_.reset(); }

  StreamPort port_;
  web::WritableStream stream_;
  std::optional<WithResolvers<void>> pull_ = Promise<>::withResolvers();  // Not set when a chunk is wanted.
  NODECPP_TRACE(port_, stream_)
};

void checkUnlocked(const web::ReadableStreamObject& stream) {
  if (stream.locked()) throw dataCloneError("Cannot transfer a locked ReadableStream");
}
void checkUnlocked(const web::WritableStreamObject& stream) {
  if (stream.locked()) throw dataCloneError("Cannot transfer a locked WritableStream");
}

void sendReadable(const web::ReadableStream& stream, const MessagePort& port) {
  stream->pipeTo(make<Handle<PortSink>>(port, false)->begin()).catch_([](const std::exception_ptr&) {});
}
void sendWritable(const web::WritableStream& stream, const MessagePort& port) {
  make<Handle<PortSource>>(port, false)->begin(1)->pipeTo(stream).catch_([](const std::exception_ptr&) {});
}

}  // namespace

bool isStream(Object* object) noexcept {
  return dynamic_cast<web::ReadableStreamObject*>(object) || dynamic_cast<web::WritableStreamObject*>(object) ||
         dynamic_cast<web::TransformStreamObject*>(object);
}

StreamKind checkedKindOf(Object* stream) {
  if (auto* readable = dynamic_cast<web::ReadableStreamObject*>(stream)) {
    checkUnlocked(*readable);
    return StreamKind::readable;
  }
  if (auto* writable = dynamic_cast<web::WritableStreamObject*>(stream)) {
    checkUnlocked(*writable);
    return StreamKind::writable;
  }
  auto& transform = dynamic_cast<web::TransformStreamObject&>(*stream);
  checkUnlocked(*transform.readable());
  checkUnlocked(*transform.writable());
  return StreamKind::transform;
}

void sendStream(StreamKind kind, Object* stream, const MessagePort* ports) {
  if (kind == StreamKind::readable)
    return sendReadable(web::ReadableStream(static_cast<web::ReadableStreamObject*>(stream)), ports[0]);
  if (kind == StreamKind::writable)
    return sendWritable(web::WritableStream(static_cast<web::WritableStreamObject*>(stream)), ports[0]);
  auto* transform = static_cast<web::TransformStreamObject*>(stream);
  sendReadable(transform->readable(), ports[0]);
  sendWritable(transform->writable(), ports[1]);
}

Handle<Object> receiveStream(StreamKind kind, const MessagePort* ports) {
  const auto readable = [&] { return make<Handle<PortSource>>(ports[0], true)->begin(0); };
  const auto writable = [](const MessagePort& port) { return make<Handle<PortSink>>(port, true)->begin(); };
  if (kind == StreamKind::readable) return readable();
  if (kind == StreamKind::writable) return writable(ports[0]);
  nodecpp::detail::Making making;
  return web::TransformStream(
      new (making) web::TransformStreamObject(web::ReadableWritablePair{readable(), writable(ports[1])}));
}

}  // namespace nodecpp::worker_threads::detail
