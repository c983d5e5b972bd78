// What the web streams are made of inside: sources, sinks, requests for data, and steps in microtasks.
#pragma once

#include <nodecpp/stream/web/transform.h>

#include "base/assertion.h"
#include "base/containers/ring.h"
#include "loop/loop.h"

namespace nodecpp::stream::web::detail {

// Makes Node's ERR_INVALID_STATE.
inline TypeError invalidState(StringArg message) {
  return nodecpp::detail::codedError<TypeError>("ERR_INVALID_STATE", "Invalid state: " + message.toString());
}
// Makes ERR_INVALID_ARG_VALUE as a RangeError.
RangeError invalidRange(StringArg name, double received);

// Somebody who waits for a chunk of a stream. The request is in a reader's list, which owns it. The list calls one of
// the functions, once, when the request has left the list.
struct ReadRequest {
  ReadRequest* next = nullptr;
  ReadRequest* before = nullptr;
  ReadRequests* list = nullptr;

  virtual void chunk(Chunk&& chunk) = 0;
  virtual void close() = 0;
  virtual void error(const Reason& reason) = 0;
  // The reader is gone: nobody will call the request any more.
  virtual void drop() noexcept = 0;

 protected:
  ~ReadRequest() {
    if (list) list->remove(this);
  }
};

// The request of a promise's state, which must be the first base of its class: passes the calls on to the state.
template <class State>
struct RequestOf final : ReadRequest {
  explicit RequestOf(State* of) noexcept : state(of) {}
  void chunk(Chunk&& chunk) override { state->onChunk(std::move(chunk)); }
  void close() override { state->onClose(); }
  void error(const Reason& reason) override { state->onError(reason); }
  void drop() noexcept override { state->onDrop(); }
  State* state;
};

// What a readable stream reads from.
class SourceObject : public Object {
 public:
  // What pull() has begun. It has ended when the promise is settled; at once when the promise is undefined; and when
  // the source calls the controller's pullFulfilled(), if it is parked.
  struct Pulled {
    Promise<> promise{};
    bool parked = false;
  };
  virtual Pulled pull(const ReadableStreamDefaultController& controller) = 0;
  virtual Promise<> cancel(const Reason& reason) = 0;
};

// What a writable stream writes to. An undefined promise stands for a result at once.
class SinkObject : public Object {
 public:
  virtual Promise<> write(Chunk&& chunk, const WritableStreamDefaultController& controller) = 0;
  virtual Promise<> close() = 0;
  virtual Promise<> abort(const Reason& reason) = 0;
};

// Calls `f` as JavaScript's `(async () => f())()` does: what it throws rejects the promise, and a promise that it
// returns is followed.
template <class F>
Promise<> asyncCall(F&& f) {
  try {
    Promise<> result = f();
    if (!result) return Promise<>::resolve();
    return Promise<>([&](Resolver<void> resolve) { resolve(result); });
  } catch (...) {
    return Promise<>::reject<void>(nodecpp::detail::caught());
  }
}
// Calls `f`; what it throws is a rejected promise.
template <class F>
Promise<> tryCall(F&& f) {
  try {
    return f();
  } catch (...) {
    return Promise<>::reject<void>(nodecpp::detail::caught());
  }
}

// Calls `step(object)` in a microtask, in the context that is current now (docs/async_hooks.md).
void queueStepInContext(nodecpp::detail::Loop& loop, Handle<Object> object, void (*step)(Object* object));

// Calls `object.method()` in a microtask, where a reaction of a promise would run that is settled already.
template <auto method, class C>
void queueStep(C& object) {
  nodecpp::detail::Loop* loop = nodecpp::detail::Loop::currentOrNull();
  if (!loop || loop->ends()) return;
  if (loop->context()) [[unlikely]]
    return queueStepInContext(*loop, Handle<Object>(&object), [](Object* self) { (static_cast<C*>(self)->*method)(); });
  using Tracing = nodecpp::detail::ObjectTracing;
  ++*Tracing::refs(&object);
  loop->queueMicrotask({[](void* data) {
                          auto* self = static_cast<C*>(data);
                          Handle<C> held(self);
                          Tracing::drop(self);
                          (self->*method)();
                        },
                        [](void* data) noexcept { Tracing::drop(static_cast<C*>(data)); }, &object});
}

// Calls `object.fulfilled()` or `object.rejected(reason)` when the promise is settled.
template <auto fulfilled, auto rejected, class C>
void react(const Promise<>& promise, C& object) {
  Handle<C> held(&object);
  promise.then([held] { (held.get()->*fulfilled)(); },
               [held](const std::exception_ptr& error) { (held.get()->*rejected)(Reason(error)); });
}
// As react(); an undefined promise counts as fulfilled.
template <auto fulfilled, auto rejected, class C>
void reactOrStep(const Promise<>& promise, C& object) {
  if (promise)
    react<fulfilled, rejected>(promise, object);
  else
    queueStep<fulfilled>(object);
}

// The size of a chunk by a strategy. Throws ERR_INVALID_ARG_VALUE when that gives no size.
double sizeOf(const Function<double(Chunk)>& size, const Chunk& chunk);
// The high-water mark of a strategy. Throws ERR_INVALID_ARG_VALUE.
double highWaterMarkOf(const QueuingStrategy& strategy, double byDefault);

// The runtime's own streams, and access to the parts of a stream that its files share.
struct Readables {
  static ReadableStream make(Handle<SourceObject> source, double highWaterMark, Function<double(Chunk)> size = nullptr);
  static ReadableStream makeBytes(Handle<SourceObject> source, double highWaterMark);
  static void begin(ReadableStreamObject& stream, const Promise<>& started) { stream.controller_->begin(started); }
  static ReadableStreamControllerObject& controller(const ReadableStreamObject& stream) { return *stream.controller_; }
  static bool isErrored(const ReadableStreamObject& stream) {
    return stream.state_ == ReadableStreamObject::State::errored;
  }
  static const Reason& storedError(const ReadableStreamObject& stream) { return stream.storedError_; }
  static bool canEnqueue(const ReadableStreamObject& stream) { return stream.controller_->canCloseOrEnqueue(); }
  static bool hasBackpressure(const ReadableStreamObject& stream) { return !stream.controller_->shouldCallPull(); }
  // As the controller's functions; they do nothing where those throw.
  static void enqueue(ReadableStreamObject& stream, Chunk&& chunk);
  static void close(ReadableStreamObject& stream);
  static void fail(ReadableStreamObject& stream, const Reason& reason) { stream.controller_->fail(reason); }
  static void pullFulfilled(ReadableStreamObject& stream) { stream.controller_->pullFulfilled(); }
  static void queuePullFulfilled(ReadableStreamObject& stream) {
    queueStep<&ReadableStreamControllerObject::pullFulfilled>(*stream.controller_);
  }
  static Promise<> cancel(ReadableStreamObject& stream, const Reason& reason) { return stream.cancelNow(reason); }
};

}  // namespace nodecpp::stream::web::detail
