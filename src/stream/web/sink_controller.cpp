#include "stream/web/sink_controller.h"

namespace nodecpp::stream::web {

WritableStreamDefaultControllerObject::WritableStreamDefaultControllerObject(WritableStreamObject& stream)
    : stream_(&stream), abortController_(make<AbortController>()) {}

void WritableStreamDefaultControllerObject::error(Reason reason) {
  if (stream_ && stream_->state_ == WritableStreamObject::State::writable)
    static_cast<detail::SinkController*>(this)->fail(reason);
}

namespace detail {

SinkController::SinkController(WritableStreamObject& stream, Handle<SinkObject> sink, double highWaterMark,
                               Function<double(Chunk)> size)
    : WritableStreamDefaultControllerObject(stream),
      sink_(std::move(sink)),
      highWaterMark_(highWaterMark),
      size_(std::move(size)) {}

void SinkController::trace(nodecpp::detail::Tracer& tracer) {
  tracer(stream_, abortController_, sink_, size_);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    tracer(queue_[i].chunk);
    queue_[i].request.trace(tracer);
  }
}

void SinkController::begin(const Promise<>& started) {
  Promise<> followed = started ? asyncCall([&] { return started; }) : Promise<>();
  reactOrStep<&SinkController::started, &SinkController::startFailed>(followed, *this);
}

void SinkController::started() {
  NODECPP_ASSERT(stream_->state_ == State::writable || stream_->state_ == State::erroring);
  started_ = true;
  advanceQueue();
}

void SinkController::startFailed(const Reason& reason) {
  started_ = true;
  stream_->dealWithRejection(reason);
}

double SinkController::chunkSize(const Chunk& chunk) {
  if (!size_) return 1;
  try {
    return Function<double(Chunk)>(size_)(chunk);
  } catch (...) {
    failIfNeeded(Reason(nodecpp::detail::caught()));
    return 1;
  }
}

void SinkController::write(Chunk&& chunk, double size, WriteRequest request) {
  const bool valid = size >= 0 && size < __builtin_inf();
  queue_.push_back({std::move(chunk), valid ? size : 0, false, std::move(request)});
  if (!valid) return failIfNeeded(invalidRange("size", size));
  queueTotalSize_ += size;
  if (!stream_->closeQueuedOrInFlight_ && stream_->state_ == State::writable) stream_->updateBackpressure();
  advanceQueue();
}

void SinkController::close() {
  queue_.push_back({{}, 0, true, {}});
  advanceQueue();
}

SinkController::Queued SinkController::dequeue() noexcept {
  Queued first = queue_.takeFront();
  queueTotalSize_ = queueTotalSize_ > first.size ? queueTotalSize_ - first.size : 0;
  return first;
}

void SinkController::advanceQueue() {
  if (!started_ || stream_->writeInFlight_) return;
  if (stream_->state_ == State::erroring) return stream_->finishErroring();
  if (queue_.empty()) return;
  if (queue_[0].closes)
    processClose();
  else
    processWrite();
}

void SinkController::processWrite() {
  stream_->writeInFlight_ = true;
  Promise<> written = tryCall([&] {
    // The program may make the stream fail meanwhile, which lets the sink go and empties the queue.
    Handle<SinkObject> sink = sink_;
    return sink->write(std::move(queue_[0].chunk), WritableStreamDefaultController(this));
  });
  reactOrStep<&SinkController::writeFulfilled, &SinkController::writeRejected>(written, *this);
}

void SinkController::writeFulfilled() {
  NODECPP_ASSERT(stream_->writeInFlight_ && !queue_.empty());
  WriteRequest request = std::move(queue_[0].request);
  request.resolve();
  stream_->writeInFlight_ = false;
  NODECPP_ASSERT(stream_->state_ == State::writable || stream_->state_ == State::erroring);
  dequeue();
  if (!stream_->closeQueuedOrInFlight_ && stream_->state_ == State::writable) stream_->updateBackpressure();
  advanceQueue();
}

void SinkController::writeRejected(const Reason& reason) {
  NODECPP_ASSERT(stream_->writeInFlight_ && !queue_.empty());
  if (stream_->state_ == State::writable) clearAlgorithms();
  WriteRequest request = std::move(queue_[0].request);
  request.reject(reason);
  stream_->writeInFlight_ = false;
  stream_->dealWithRejection(reason);
}

void SinkController::processClose() {
  stream_->inFlightClose_ = std::move(stream_->closeRequest_);
  dequeue();
  NODECPP_ASSERT(queue_.empty());
  WritableStream stream = stream_;
  Promise<> closed = clearAlgorithms()->close();
  react<&WritableStreamObject::closeFulfilled, &WritableStreamObject::closeRejected>(closed, *stream);
}

Promise<> SinkController::abort(const Reason& reason) {
  Handle<SinkObject> sink = clearAlgorithms();
  return sink ? sink->abort(reason) : Promise<>::resolve();
}

Handle<SinkObject> SinkController::clearAlgorithms() noexcept {
  size_ = nullptr;
  return std::exchange(sink_, nullptr);
}

void SinkController::fail(const Reason& reason) {
  NODECPP_ASSERT(stream_->state_ == State::writable);
  Handle<SinkObject> released = clearAlgorithms();
  stream_->startErroring(reason);
}

void SinkController::failIfNeeded(const Reason& reason) {
  if (stream_->state_ == State::writable) fail(reason);
}

void SinkController::reset(const Reason& reason) {
  queueTotalSize_ = 0;
  while (!queue_.empty()) {
    Queued first = queue_.takeFront();
    first.request.reject(reason);
  }
}

void SinkController::abandon() noexcept {
  for (std::size_t i = 0; i < queue_.size(); ++i) WriteRequest dropped = std::move(queue_[i].request);
}

WritableStream Writables::make(Handle<SinkObject> sink, double highWaterMark, Function<double(Chunk)> size) {
  nodecpp::detail::Making making;
  WritableStream stream(new (making) WritableStreamObject(nullptr));
  stream->controller_ = nodecpp::make<SinkController>(*stream, std::move(sink), highWaterMark, std::move(size));
  stream->updateBackpressure();
  return stream;
}

void Writables::begin(WritableStreamObject& stream, const Promise<>& started) { stream.controller_->begin(started); }
void Writables::failIfNeeded(WritableStreamObject& stream, const Reason& reason) {
  stream.controller_->failIfNeeded(reason);
}

}  // namespace detail

}  // namespace nodecpp::stream::web
