// The controller of a writable stream: its queue, and the calls of the sink.
#pragma once

#include "stream/web/internals.h"

namespace nodecpp::stream::web::detail {

// Counts the writes of a pipe, which need no promise each.
class WriteTracker : public Object {
 public:
  virtual void written() = 0;
  virtual void writeFailed(const Reason& reason) = 0;
};

// One write that waits or is in progress: the promise of write() or the pipe that has written. It is told once.
class WriteRequest {
 public:
  WriteRequest() noexcept = default;
  explicit WriteRequest(Handle<WriteTracker> tracker) noexcept : tracker_(std::move(tracker)) {}
  WriteRequest(WriteRequest&& other) noexcept
      : tracker_(std::move(other.tracker_)), settler_(std::exchange(other.settler_, nullptr)) {}
  WriteRequest& operator=(WriteRequest&& other) noexcept {
    std::swap(tracker_, other.tracker_);
    std::swap(settler_, other.settler_);
    return *this;
  }
  ~WriteRequest() {
    if (settler_) nodecpp::detail::dropSettler(settler_);
  }
  Promise<> promise() {
    settler_ = nodecpp::detail::makeState<void>();
    nodecpp::detail::retain(settler_);
    return Promise<>(settler_);
  }
  void resolve() {
    if (tracker_) return std::exchange(tracker_, nullptr)->written();
    if (!settler_) return;
    nodecpp::detail::fulfilled(settler_);
    nodecpp::detail::dropSettler(std::exchange(settler_, nullptr));
  }
  void reject(const Reason& reason) {
    if (tracker_) return std::exchange(tracker_, nullptr)->writeFailed(reason);
    if (!settler_) return;
    nodecpp::detail::reject(settler_, reason.exception());
    nodecpp::detail::dropSettler(std::exchange(settler_, nullptr));
  }
  void trace(nodecpp::detail::Tracer& tracer) { tracer(tracker_); }

 private:
  Handle<WriteTracker> tracker_;
  nodecpp::detail::PromiseState* settler_ = nullptr;
};

class SinkController final : public WritableStreamDefaultControllerObject {
 public:
  SinkController(WritableStreamObject& stream, Handle<SinkObject> sink, double highWaterMark,
                 Function<double(Chunk)> size);

  void begin(const Promise<>& started);
  double desiredSize() const noexcept { return highWaterMark_ - queueTotalSize_; }
  // The size of a chunk by the strategy. A strategy that throws makes the stream fail.
  double chunkSize(const Chunk& chunk);
  void write(Chunk&& chunk, double size, WriteRequest request);
  void close();
  Promise<> abort(const Reason& reason);
  void fail(const Reason& reason);
  void failIfNeeded(const Reason& reason);
  // Drops the queue and rejects its writes.
  void reset(const Reason& reason);
  void abandon() noexcept;
  bool isStarted() const noexcept { return started_; }
  void abortSignal(const Reason& reason) { abortController_->abort(reason.error()); }
  void detach() noexcept { stream_ = nullptr; }

 private:
  using State = WritableStreamObject::State;
  struct Queued {
    Chunk chunk;
    double size;
    bool closes;  // the end of the stream, and no chunk
    WriteRequest request;
  };
  void started();
  void startFailed(const Reason& reason);
  void advanceQueue();
  void processWrite();
  void writeFulfilled();
  void writeRejected(const Reason& reason);
  void processClose();
  Queued dequeue() noexcept;
  // Lets the functions of the program go.
  Handle<SinkObject> clearAlgorithms() noexcept;
  void trace(nodecpp::detail::Tracer& tracer);

  Handle<SinkObject> sink_;
  double highWaterMark_;
  double queueTotalSize_ = 0;
  Function<double(Chunk)> size_;
  nodecpp::detail::Ring<Queued> queue_;
  bool started_ = false;
  nodecpp::detail::Enrolment enrolment_{
      this, [](SinkController* self, nodecpp::detail::Tracer& tracer) { self->trace(tracer); }};
};

// The runtime's own streams, and access to the parts of a stream that its files share.
struct Writables {
  static WritableStream make(Handle<SinkObject> sink, double highWaterMark, Function<double(Chunk)> size = nullptr);
  static void begin(WritableStreamObject& stream, const Promise<>& started);
  static void failIfNeeded(WritableStreamObject& stream, const Reason& reason);
  static bool isWritable(const WritableStreamObject& stream) {
    return stream.state_ == WritableStreamObject::State::writable;
  }
  static bool isErroring(const WritableStreamObject& stream) {
    return stream.state_ == WritableStreamObject::State::erroring;
  }
  static bool isErrored(const WritableStreamObject& stream) {
    return stream.state_ == WritableStreamObject::State::errored;
  }
  static const Reason& storedError(const WritableStreamObject& stream) { return stream.storedError_; }
};

}  // namespace nodecpp::stream::web::detail
