#include "stream/web/default_controller.h"

namespace nodecpp::stream::web {

ReadableStreamControllerObject::ReadableStreamControllerObject(ReadableStreamObject& stream,
                                                               Handle<detail::SourceObject> source,
                                                               double highWaterMark)
    : stream_(&stream), source_(std::move(source)), highWaterMark_(highWaterMark) {}

ReadableStreamControllerObject::~ReadableStreamControllerObject() = default;

void ReadableStreamControllerObject::trace(nodecpp::detail::Tracer& tracer) { tracer(stream_, source_); }

bool ReadableStreamControllerObject::isReadable() const noexcept {
  return stream_ && stream_->state_ == ReadableStreamObject::State::readable;
}

ReadableStreamReaderObject* ReadableStreamControllerObject::reader() const noexcept { return stream_->reader_.get(); }

DesiredSize ReadableStreamControllerObject::desiredSize() const noexcept {
  if (!stream_ || stream_->state_ == ReadableStreamObject::State::errored) return nullptr;
  return stream_->state_ == ReadableStreamObject::State::closed ? 0 : highWaterMark_ - queueTotalSize_;
}

bool ReadableStreamControllerObject::shouldCallPull() const noexcept {
  if (closeRequested_ || !started_ || !isReadable()) return false;
  if (const auto* by = reader(); by && !by->requests_.empty()) return true;
  return hasRoom();
}

void ReadableStreamControllerObject::callPullIfNeeded() {
  if (shouldCallPull()) pull();
}

void ReadableStreamControllerObject::pull() {
  if (pulling_) {
    pullAgain_ = true;
    return;
  }
  NODECPP_ASSERT(!pullAgain_ && source_);
  pulling_ = true;
  // The source may close the stream, which lets it go.
  Handle<detail::SourceObject> source = source_;
  detail::SourceObject::Pulled pulled;
  try {
    pulled = source->pull(ReadableStreamDefaultController(this));
  } catch (...) {
    pulled.promise = Promise<>::reject<void>(nodecpp::detail::caught());
  }
  if (pulled.parked) return;
  detail::reactOrStep<&ReadableStreamControllerObject::pullFulfilled, &ReadableStreamControllerObject::pullRejected>(
      pulled.promise, *this);
}

void ReadableStreamControllerObject::pullFulfilled() {
  pulling_ = false;
  if (std::exchange(pullAgain_, false)) callPullIfNeeded();
}

void ReadableStreamControllerObject::begin(const Promise<>& started) {
  using Self = ReadableStreamControllerObject;
  Promise<> followed = started ? detail::asyncCall([&] { return started; }) : Promise<>();
  detail::reactOrStep<&Self::started, &Self::pullRejected>(followed, *this);
}

void ReadableStreamControllerObject::started() {
  started_ = true;
  NODECPP_ASSERT(!pulling_ && !pullAgain_);
  callPullIfNeeded();
}

void ReadableStreamControllerObject::clearAlgorithms() noexcept { source_ = nullptr; }

void ReadableStreamControllerObject::fail(const Reason& reason) {
  if (!isReadable()) return;
  ReadableStreamDefaultController alive(this);
  clear();
  clearAlgorithms();
  stream_->fail(reason);
}

Promise<> ReadableStreamControllerObject::cancelSteps(const Reason& reason) {
  clear();
  Handle<detail::SourceObject> source = std::exchange(source_, nullptr);
  return source ? source->cancel(reason) : Promise<>::resolve();
}

namespace detail {

void DefaultController::trace(nodecpp::detail::Tracer& tracer) {
  ReadableStreamControllerObject::trace(tracer);
  tracer(size_);
  for (std::size_t i = 0; i < queue_.size(); ++i) tracer(queue_[i].chunk);
}

void DefaultController::clear() {
  queue_.clear();
  queueTotalSize_ = 0;
}

Chunk DefaultController::dequeue() noexcept {
  Queued first = queue_.takeFront();
  queueTotalSize_ = queueTotalSize_ > first.size ? queueTotalSize_ - first.size : 0;
  return std::move(first.chunk);
}

void DefaultController::close() {
  if (!canCloseOrEnqueue()) throw invalidState("Controller is already closed");
  closeRequested_ = true;
  if (!queue_.empty()) return;
  clearAlgorithms();
  stream_->close();
}

void DefaultController::enqueueChunk(Chunk&& chunk) {
  if (!canCloseOrEnqueue()) throw invalidState("Controller is already closed");
  ReadableStreamReaderObject* by = reader();
  if (by && !by->byob_ && !by->requests_.empty()) {
    by->requests_.shift()->chunk(std::move(chunk));
  } else if (!size_) {
    queue_.push_back({std::move(chunk), 1});
    queueTotalSize_ += 1;
    if (started_ && hasRoom()) pull();
    return;
  } else {
    enqueueWithSize(std::move(chunk));
  }
  callPullIfNeeded();
}

void DefaultController::enqueueWithSize(Chunk&& chunk) {
  ReadableStreamDefaultController alive(this);
  try {
    const double size = sizeOf(Function<double(Chunk)>(size_), chunk);
    queue_.push_back({std::move(chunk), size});
    queueTotalSize_ += size;
  } catch (...) {
    fail(Reason(nodecpp::detail::caught()));
    throw;
  }
}

bool DefaultController::takeInBatch(Chunk& chunk) {
  if (queue_.empty()) return false;
  chunk = dequeue();
  if (closeRequested_ && queue_.empty()) {
    clearAlgorithms();
    stream_->close();
  }
  return true;
}

bool DefaultController::takeBuffered(Chunk& chunk) {
  if (!takeInBatch(chunk)) return false;
  if (!closeRequested_ && started_ && hasRoom()) pull();
  return true;
}

void DefaultController::pullSteps(ReadRequest* request) {
  if (Chunk chunk; takeBuffered(chunk)) return request->chunk(std::move(chunk));
  reader()->add(request);
  if (started_) pull();
}

}  // namespace detail

}  // namespace nodecpp::stream::web
