#include "stream/web/pipe_to.h"
#include "stream/web/sink_controller.h"

namespace nodecpp::stream::web {

namespace detail {
namespace {

// A sink of the program.
class ProgramSink final : public SinkObject {
 public:
  explicit ProgramSink(UnderlyingSink& sink)
      : write_(std::move(sink.write)), close_(std::move(sink.close)), abort_(std::move(sink.abort)) {}
  Promise<> write(Chunk&& chunk, const WritableStreamDefaultController& controller) override {
    return write_ ? write_(std::move(chunk), controller) : Promise<>();
  }
  Promise<> close() override {
    return asyncCall([&] { return close_ ? close_() : Promise<>(); });
  }
  Promise<> abort(const Reason& reason) override {
    return asyncCall([&] { return abort_ ? abort_(reason) : Promise<>(); });
  }

 private:
  Algorithm<Chunk, WritableStreamDefaultController> write_;
  Algorithm<> close_;
  Algorithm<Reason> abort_;
  NODECPP_TRACE(write_, close_, abort_)
};

}  // namespace
}  // namespace detail

WritableStreamObject::WritableStreamObject(UnderlyingSink sink, QueuingStrategy strategy) {
  const double mark = detail::highWaterMarkOf(strategy, 1);
  auto start = std::move(sink.start);
  controller_ = make<detail::SinkController>(*this, make<detail::ProgramSink>(sink), mark, std::move(strategy.size));
  updateBackpressure();
  try {
    controller_->begin(start ? start(WritableStreamDefaultController(controller_)) : Promise<>());
  } catch (...) {
    // The controller may be in the program's hands, but there is no stream.
    controller_->detach();
    throw;
  }
}

WritableStreamObject::WritableStreamObject(std::nullptr_t) noexcept {}
WritableStreamObject::~WritableStreamObject() = default;

void WritableStreamObject::trace(nodecpp::detail::Tracer& tracer) { tracer(controller_, writer_); }

const char* WritableStreamObject::stateName() const noexcept {
  constexpr const char* names[] = {"writable", "erroring", "errored", "closed"};
  return names[std::size_t(state_)];
}

Promise<> WritableStreamObject::abort(Reason reason) {
  if (locked()) return Promise<>::reject<void>(detail::invalidState("WritableStream is locked"));
  return abortNow(std::move(reason));
}

Promise<> WritableStreamObject::close() {
  if (locked()) return Promise<>::reject<void>(detail::invalidState("WritableStream is locked"));
  if (closeQueuedOrInFlight_) return Promise<>::reject<void>(detail::invalidState("Failure closing WritableStream"));
  return closeNow();
}

WritableStreamDefaultWriter WritableStreamObject::getWriter() {
  return make<WritableStreamDefaultWriter>(WritableStream(this));
}

Promise<> WritableStreamObject::abortNow(Reason reason) {
  WritableStream alive(this);
  if (state_ == State::closed || state_ == State::errored) return Promise<>::resolve();
  controller_->abortSignal(reason);
  // The program's listeners may have changed the state.
  if (state_ == State::closed || state_ == State::errored) return Promise<>::resolve();
  if (abortRequest_) return abortRequest_.promise();
  wasAlreadyErroring_ = state_ == State::erroring;
  abortReason_ = wasAlreadyErroring_ ? Reason() : reason;
  remember();
  abortRequest_ = detail::Settling::pending();
  Promise<> promise = abortRequest_.promise();
  if (!wasAlreadyErroring_) startErroring(reason);
  return promise;
}

Promise<> WritableStreamObject::closeNow() {
  if (state_ == State::closed || state_ == State::errored)
    return Promise<>::reject<void>(detail::invalidState("WritableStream is closed"));
  NODECPP_ASSERT(!closeQueuedOrInFlight_);
  remember();
  closeRequest_ = detail::Settling::pending();
  closeQueuedOrInFlight_ = true;
  Promise<> promise = closeRequest_.promise();
  if (writer_ && backpressure_ && state_ == State::writable) writer_->ready_.resolve();
  controller_->close();
  return promise;
}

void WritableStreamObject::updateBackpressure() {
  const bool full = controller_->desiredSize() <= 0;
  if (std::exchange(backpressure_, full) == full || !writer_) return;
  if (full) {
    writer_->ready_ = {};
    writer_->pipeParked_ = false;
    return;
  }
  writer_->ready_.resolve();
  if (writer_->pipeParked_) Handle<detail::PipeObject>(writer_->pipe_)->pump();
}

void WritableStreamObject::startErroring(const Reason& reason) {
  NODECPP_ASSERT(state_ == State::writable);
  state_ = State::erroring;
  storedError_ = reason;
  if (writer_) writer_->rejectReady(reason);
  if (!writeInFlight_ && !inFlightClose_ && controller_->isStarted()) finishErroring();
}

void WritableStreamObject::finishErroring() {
  NODECPP_ASSERT(state_ == State::erroring && !writeInFlight_ && !inFlightClose_);
  WritableStream alive(this);
  state_ = State::errored;
  controller_->reset(storedError_);
  if (!abortRequest_) return rejectCloseAndClosed();
  inFlightAbort_ = std::move(abortRequest_);
  Reason reason = std::exchange(abortReason_, {});
  if (wasAlreadyErroring_) {
    inFlightAbort_.reject(storedError_);
    inFlightAbort_ = {};
    return rejectCloseAndClosed();
  }
  detail::react<&WritableStreamObject::abortFulfilled, &WritableStreamObject::abortRejected>(controller_->abort(reason),
                                                                                             *this);
}

void WritableStreamObject::abortFinished(bool rejected, const Reason& reason) {
  detail::Settling request = std::move(inFlightAbort_);
  if (rejected)
    request.reject(reason);
  else
    request.resolve();
  rejectCloseAndClosed();
}

void WritableStreamObject::rejectCloseAndClosed() {
  NODECPP_ASSERT(state_ == State::errored);
  if (closeRequest_) {
    NODECPP_ASSERT(!inFlightClose_);
    closeRequest_.reject(storedError_);
    closeRequest_ = {};
    closeQueuedOrInFlight_ = false;
  }
  ended_.rejectHandled(storedError_);
  if (!writer_) return;
  writer_->closed_.rejectHandled(storedError_);
  if (writer_->pipe_) writer_->pipe_->destinationEnded();
}

void WritableStreamObject::dealWithRejection(const Reason& reason) {
  if (state_ == State::writable) return startErroring(reason);
  NODECPP_ASSERT(state_ == State::erroring);
  finishErroring();
}

void WritableStreamObject::closeFulfilled() {
  NODECPP_ASSERT(bool(inFlightClose_));
  inFlightClose_.resolve();
  inFlightClose_ = {};
  closeQueuedOrInFlight_ = false;
  if (state_ == State::erroring) {
    storedError_ = {};
    abortRequest_.resolve();
    abortRequest_ = {};
  }
  state_ = State::closed;
  ended_.resolve();
  if (writer_) writer_->closed_.resolve();
}

void WritableStreamObject::closeRejected(const Reason& reason) {
  NODECPP_ASSERT(bool(inFlightClose_));
  inFlightClose_.reject(reason);
  inFlightClose_ = {};
  closeQueuedOrInFlight_ = false;
  abortRequest_.reject(reason);
  abortRequest_ = {};
  dealWithRejection(reason);
}

Promise<> WritableStreamObject::ended() {
  if (ended_) return ended_.promise();
  if (state_ == State::writable || state_ == State::erroring)
    remember(), ended_ = detail::Settling::pending();
  else if (state_ == State::closed)
    ended_ = detail::Settling::resolved();
  else
    ended_ = detail::Settling::rejected(storedError_);
  return ended_.promise();
}

void WritableStreamObject::onLoopEnd() noexcept {
  WritableStream alive(this);
  for (detail::Settling* each : {&closeRequest_, &inFlightClose_, &abortRequest_, &inFlightAbort_, &ended_})
    each->abandon();
  controller_->abandon();
  if (!writer_) return;
  writer_->closed_.abandon();
  writer_->ready_.abandon();
}

WritableStreamDefaultWriterObject::WritableStreamDefaultWriterObject(const WritableStream& stream) {
  if (!stream) throw nodecpp::detail::invalidArgType("stream", "an instance of WritableStream", "undefined");
  if (stream->locked()) throw detail::invalidState("WritableStream is locked");
  stream_ = stream;
  stream->writer_ = WritableStreamDefaultWriter(this);
}

WritableStreamDefaultWriterObject::~WritableStreamDefaultWriterObject() = default;

void WritableStreamDefaultWriterObject::trace(nodecpp::detail::Tracer& tracer) { tracer(stream_, pipe_); }

Promise<> WritableStreamDefaultWriterObject::closed() {
  using State = WritableStreamObject::State;
  if (closed_) return closed_.promise();
  if (!stream_)
    closed_ = detail::Settling::rejected(detail::invalidState("Writer has been released"));
  else if (stream_->state_ == State::writable || stream_->state_ == State::erroring)
    stream_->remember(), closed_ = detail::Settling::pending();
  else if (stream_->state_ == State::closed)
    closed_ = detail::Settling::resolved();
  else
    closed_ = detail::Settling::rejected(stream_->storedError_);
  return closed_.promise();
}

Promise<> WritableStreamDefaultWriterObject::ready() {
  using State = WritableStreamObject::State;
  if (ready_) return ready_.promise();
  if (!stream_)
    ready_ = detail::Settling::rejected(detail::invalidState("Writer has been released"));
  else if (stream_->state_ == State::writable && !stream_->closeQueuedOrInFlight_ && stream_->backpressure_)
    stream_->remember(), ready_ = detail::Settling::pending();
  else if (stream_->state_ == State::writable || stream_->state_ == State::closed)
    ready_ = detail::Settling::resolved();
  else
    ready_ = detail::Settling::rejected(stream_->storedError_);
  return ready_.promise();
}

DesiredSize WritableStreamDefaultWriterObject::desiredSize() const {
  using State = WritableStreamObject::State;
  if (!stream_) throw detail::invalidState("Writer is not bound to a WritableStream");
  if (stream_->state_ == State::errored || stream_->state_ == State::erroring) return nullptr;
  return stream_->state_ == State::closed ? 0 : stream_->controller_->desiredSize();
}

Promise<> WritableStreamDefaultWriterObject::abort(Reason reason) {
  if (!stream_) return Promise<>::reject<void>(detail::invalidState("Writer is not bound to a WritableStream"));
  return WritableStream(stream_)->abortNow(std::move(reason));
}

Promise<> WritableStreamDefaultWriterObject::close() {
  if (!stream_) return Promise<>::reject<void>(detail::invalidState("Writer is not bound to a WritableStream"));
  if (stream_->closeQueuedOrInFlight_)
    return Promise<>::reject<void>(detail::invalidState("Failure to close WritableStream"));
  return WritableStream(stream_)->closeNow();
}

// Rejects both promises of a writer that is released with one error, and returns that.
static Reason rejectBoth(WritableStreamDefaultWriterObject& writer) {
  const Reason released = detail::invalidState("Writer has been released");
  writer.rejectReady(released);
  writer.rejectClosed(released);
  return released;
}

static void leaveStream(WritableStreamDefaultWriterObject& writer) {
  WritableStream stream = std::exchange(writer.stream_, nullptr);
  stream->writer_ = nullptr;
}

void WritableStreamDefaultWriterObject::releaseLock() {
  if (!stream_) return;
  const Reason released = rejectBoth(*this);
  // Promises that the program asks for later are rejected with the same error, as in Node.
  if (!ready_) ready_ = detail::Settling::rejected(released);
  if (!closed_) closed_ = detail::Settling::rejected(released);
  leaveStream(*this);
}

void WritableStreamDefaultWriterObject::release() {
  rejectBoth(*this);
  leaveStream(*this);
}

void WritableStreamDefaultWriterObject::rejectReady(const Reason& reason) {
  if (ready_.isPending())
    ready_.rejectHandled(reason);
  else
    ready_ = {};
}

void WritableStreamDefaultWriterObject::rejectClosed(const Reason& reason) {
  if (closed_.isPending())
    closed_.rejectHandled(reason);
  else
    closed_ = {};
}

Promise<> WritableStreamDefaultWriterObject::write(const ChunkArg& given) {
  using State = WritableStreamObject::State;
  if (!stream_) return Promise<>::reject<void>(detail::invalidState("Writer is not bound to a WritableStream"));
  WritableStream stream = stream_;
  Chunk chunk = given.toChunk();
  const double size = stream->controller_->chunkSize(chunk);
  if (stream_ != stream) return Promise<>::reject<void>(detail::invalidState("Mismatched WritableStreams"));
  if (stream->state_ == State::errored) return Promise<>::reject<void>(stream->storedError_.exception());
  if (stream->closeQueuedOrInFlight_ || stream->state_ == State::closed)
    return Promise<>::reject<void>(detail::invalidState("WritableStream is closed"));
  if (stream->state_ == State::erroring) return Promise<>::reject<void>(stream->storedError_.exception());
  stream->remember();
  detail::WriteRequest request;
  Promise<> promise = request.promise();
  stream->controller_->write(std::move(chunk), size, std::move(request));
  return promise;
}

void WritableStreamDefaultWriterObject::track(Chunk&& chunk) {
  using State = WritableStreamObject::State;
  WritableStream stream = stream_;
  Handle<detail::PipeObject> pipe = pipe_;
  const double size = stream->controller_->chunkSize(chunk);
  if (stream_ != stream) return pipe->cannotWrite(detail::invalidState("Mismatched WritableStreams"));
  if (stream->state_ == State::errored || (stream->state_ == State::erroring && !stream->closeQueuedOrInFlight_))
    return pipe->cannotWrite(stream->storedError_);
  if (stream->closeQueuedOrInFlight_ || stream->state_ == State::closed)
    return pipe->cannotWrite(detail::invalidState("WritableStream is closed"));
  pipe->writing();
  stream->controller_->write(std::move(chunk), size, detail::WriteRequest(pipe));
}

}  // namespace nodecpp::stream::web
