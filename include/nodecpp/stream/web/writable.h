// WritableStream, its writer and controller. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-writablestream
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/stream/web/strategy.h>

namespace nodecpp::stream::web {

// What a WritableStream writes to. Its functions may return a promise; the next chunk is written when that is
// fulfilled.
struct UnderlyingSink {
  detail::Algorithm<WritableStreamDefaultController> start{};
  detail::Algorithm<Chunk, WritableStreamDefaultController> write{};
  detail::Algorithm<> close{};
  detail::Algorithm<Reason> abort{};
};

namespace detail {
class SinkObject;
class SinkController;
class PipeObject;
struct Writables;
}  // namespace detail

class WritableStreamObject : public Object, public nodecpp::detail::LoopEnd {
 public:
  using Options = UnderlyingSink;
  using WebStream = void;
  // Calls the sink's `start`, and throws what that throws. Throws ERR_INVALID_ARG_VALUE for a wrong high-water mark.
  explicit WritableStreamObject(UnderlyingSink sink = {}, QueuingStrategy strategy = {});
  ~WritableStreamObject() override;

  // Whether a writer or a pipe has this stream.
  bool locked() const noexcept { return bool(writer_); }
  // Drops what is queued and makes the stream fail with `reason`. Calls the sink's `abort`, and the promise is settled
  // as that one's. It is rejected with ERR_INVALID_STATE while the stream is locked.
  Promise<> abort(Reason reason = {});
  // Closes the stream after what is queued. The promise is rejected with ERR_INVALID_STATE when it is locked or closed.
  Promise<> close();
  // Locks the stream. Throws ERR_INVALID_STATE when it is locked.
  WritableStreamDefaultWriter getWriter();

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "WritableStream",
                      [&](auto& data) { data.property("locked", locked()).property("state", stateName()); });
  }

  // For the runtime, as all that follows.
  enum class State : unsigned char { writable, erroring, errored, closed };

  explicit WritableStreamObject(std::nullptr_t) noexcept;
  const char* stateName() const noexcept;
  Promise<> abortNow(Reason reason);
  Promise<> closeNow();
  void updateBackpressure();
  void startErroring(const Reason& reason);
  void finishErroring();
  void abortFinished(bool rejected, const Reason& reason);
  void abortFulfilled() { abortFinished(false, {}); }
  void abortRejected(const Reason& reason) { abortFinished(true, reason); }
  void rejectCloseAndClosed();
  void dealWithRejection(const Reason& reason);
  void closeFulfilled();
  void closeRejected(const Reason& reason);
  // Is fulfilled when the stream is closed, and rejected when it has failed.
  Promise<> ended();
  void onLoopEnd() noexcept override;
  void trace(nodecpp::detail::Tracer& tracer);

  Handle<detail::SinkController> controller_;
  WritableStreamDefaultWriter writer_;
  detail::Settling ended_;
  Reason storedError_;
  detail::Settling closeRequest_;
  detail::Settling inFlightClose_;
  detail::Settling abortRequest_;
  Reason abortReason_;
  // The abort whose sink has been called.
  detail::Settling inFlightAbort_;
  State state_ = State::writable;
  bool wasAlreadyErroring_ = false;
  bool backpressure_ = false;
  bool closeQueuedOrInFlight_ = false;
  bool writeInFlight_ = false;
  nodecpp::detail::Enrolment enrolment_{
      this, [](WritableStreamObject* self, nodecpp::detail::Tracer& tracer) { self->trace(tracer); }};
};

// A sink's controller. https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-writablestreamdefaultcontroller
class WritableStreamDefaultControllerObject : public Object {
 public:
  // Aborts when the stream is aborted, so that a write that is in progress can be ended. A reason that is no Error
  // becomes one.
  AbortSignal signal() const { return abortController_->signal(); }
  // Makes the stream fail. Does nothing when it is closed or has failed.
  void error(Reason reason = {});

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "WritableStreamDefaultController", [&](auto& data) { data.property("stream", stream_); });
  }

  // For the runtime.
  explicit WritableStreamDefaultControllerObject(WritableStreamObject& stream);
  WritableStream stream_;
  AbortController abortController_;
};

class WritableStreamDefaultWriterObject : public Object {
 public:
  // Locks the stream. Throws ERR_INVALID_ARG_TYPE for an undefined stream and ERR_INVALID_STATE for a locked one.
  explicit WritableStreamDefaultWriterObject(const WritableStream& stream);
  ~WritableStreamDefaultWriterObject() override;

  // Is fulfilled when the stream is closed, and rejected with its error, or when the lock is released.
  Promise<> closed();
  // How much the stream takes before its queue is full; null when it has failed. Throws ERR_INVALID_STATE after
  // releaseLock().
  DesiredSize desiredSize() const;
  // Is fulfilled when the stream has no back-pressure, and rejected with its error.
  Promise<> ready();
  // As the functions of the stream. They are rejected with ERR_INVALID_STATE after releaseLock().
  Promise<> abort(Reason reason = {});
  Promise<> close();
  void releaseLock();
  // Writes a chunk. The promise is fulfilled when the sink has taken it, and rejected with the stream's error.
  Promise<> write() { return write(nullptr); }
  Promise<> write(const ChunkArg& chunk);

  // For the runtime, as all that follows. Writes a chunk for the pipe, without a promise.
  void track(Chunk&& chunk);
  void release();
  void rejectReady(const Reason& reason);
  void rejectClosed(const Reason& reason);
  void trace(nodecpp::detail::Tracer& tracer);

  WritableStream stream_;
  detail::Settling closed_;
  detail::Settling ready_;
  Handle<detail::PipeObject> pipe_;  // the pipe that writes by this writer
  bool pipeParked_ = false;          // the pipe waits until there is no back-pressure
  nodecpp::detail::Enrolment enrolment_{
      this, [](WritableStreamDefaultWriterObject* self, nodecpp::detail::Tracer& tracer) { self->trace(tracer); }};
};

}  // namespace nodecpp::stream::web
