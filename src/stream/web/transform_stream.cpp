#include <optional>

#include "stream/web/internals.h"
#include "stream/web/sink_controller.h"

namespace nodecpp::stream::web {

namespace detail {

// Both sides of a transform stream, and the controller that the program gets. A chunk is transformed while the readable
// side wants one. A write that comes while it wants none is parked here.
class TransformController final : public TransformStreamDefaultControllerObject, nodecpp::detail::LoopEnd {
 public:
  explicit TransformController(Transformer& transformer)
      : transform_(std::move(transformer.transform)),
        flush_(std::move(transformer.flush)),
        cancel_(std::move(transformer.cancel)),
        hasTransform_(bool(transform_)) {}

  void begin(ReadableStream readable, WritableStream writable) {
    readable_ = std::move(readable);
    writable_ = std::move(writable);
  }
  ReadableStreamObject& readable() const { return *readable_; }
  bool backpressure() const noexcept { return backpressure_; }

  Promise<> write(Chunk&& chunk);
  Promise<> close();
  Promise<> abort(const Reason& reason);
  void pull();
  Promise<> cancel(const Reason& reason);
  void fail(const Reason& reason);
  void failWritable(const Reason& reason);

 private:
  void enqueueChunk(Chunk&& chunk) override;
  // The streams wait for promises that only this object settles.
  void onLoopEnd() noexcept override {
    parkedWrite_.reset();
    finish_.reset();
  }
  void setBackpressure(bool on);
  void writeParked();
  Promise<> performTransform(Chunk&& chunk);
  void clearAlgorithms() noexcept;
  Promise<> finish(const Promise<>& by, void (TransformController::*then)(),
                   void (TransformController::*failed)(const Reason&));
  void flushed();
  void flushFailed(const Reason& reason);
  void abortDone();
  void cancelDone();
  void cancelFailed(const Reason& reason);
  void rejectFinish(const Reason& reason);

  ReadableStream readable_;
  WritableStream writable_;
  Algorithm<Chunk, TransformStreamDefaultController> transform_;
  Algorithm<TransformStreamDefaultController> flush_;
  Algorithm<Reason> cancel_;
  bool hasTransform_;
  bool cleared_ = false;
  bool backpressure_ = true;
  bool pullPending_ = false;
  std::optional<WithResolvers<void>> parkedWrite_;
  Chunk parkedChunk_;
  std::optional<WithResolvers<void>> finish_;
  Reason finishReason_;
  NODECPP_TRACE(readable_, writable_, transform_, flush_, cancel_, parkedChunk_)
};

namespace {

class TransformSource final : public SourceObject {
 public:
  explicit TransformSource(Handle<TransformController> of) : of_(std::move(of)) {}
  Pulled pull(const ReadableStreamDefaultController&) override {
    of_->pull();
    return {{}, true};
  }
  Promise<> cancel(const Reason& reason) override { return of_->cancel(reason); }

 private:
  Handle<TransformController> of_;
  NODECPP_TRACE(of_)
};

class TransformSink final : public SinkObject {
 public:
  explicit TransformSink(Handle<TransformController> of) : of_(std::move(of)) {}
  Promise<> write(Chunk&& chunk, const WritableStreamDefaultController&) override {
    return of_->write(std::move(chunk));
  }
  Promise<> close() override { return of_->close(); }
  Promise<> abort(const Reason& reason) override {
    return asyncCall([&] { return of_->abort(reason); });
  }

 private:
  Handle<TransformController> of_;
  NODECPP_TRACE(of_)
};

}  // namespace

void TransformController::setBackpressure(bool on) {
  NODECPP_ASSERT(backpressure_ != on);
  backpressure_ = on;
  if (on) {
    if (std::exchange(pullPending_, false)) Readables::queuePullFulfilled(*readable_);
  } else if (parkedWrite_) {
    queueStep<&TransformController::writeParked>(*this);
  }
}

void TransformController::pull() {
  setBackpressure(false);
  pullPending_ = true;
}

Promise<> TransformController::write(Chunk&& chunk) {
  if (!backpressure_) return performTransform(std::move(chunk));
  NODECPP_ASSERT(!parkedWrite_);
  remember();
  parkedWrite_ = Promise<>::withResolvers();
  parkedChunk_ = std::move(chunk);
  return parkedWrite_->promise;
}

void TransformController::writeParked() {
  WithResolvers<void> parked = std::move(*parkedWrite_);
  parkedWrite_.reset();
  Chunk chunk = std::exchange(parkedChunk_, {});
  if (Writables::isErroring(*writable_)) return parked.reject(Writables::storedError(*writable_).exception());
  parked.resolve(performTransform(std::move(chunk)));
}

Promise<> TransformController::performTransform(Chunk&& chunk) {
  if (cleared_) return Promise<>::resolve();
  Handle<TransformController> self(this);
  Promise<> result = tryCall([&]() -> Promise<> {
    if (hasTransform_) return transform_(std::move(chunk), self);
    enqueueChunk(std::move(chunk));
    return {};
  });
  if (!result) result = Promise<>::resolve();
  return result.then(nullptr, [self](const std::exception_ptr& error) {
    self->fail(Reason(error));
    std::rethrow_exception(error);
  });
}

void TransformController::enqueueChunk(Chunk&& chunk) {
  if (!Readables::canEnqueue(*readable_)) throw invalidState("Unable to enqueue");
  try {
    Readables::enqueue(*readable_, std::move(chunk));
  } catch (...) {
    failWritable(Reason(nodecpp::detail::caught()));
    std::rethrow_exception(Readables::storedError(*readable_).exception());
  }
  const bool full = Readables::hasBackpressure(*readable_);
  if (full != backpressure_) setBackpressure(true);
}

void TransformController::clearAlgorithms() noexcept {
  cleared_ = true;
  transform_ = nullptr;
  flush_ = nullptr;
  cancel_ = nullptr;
}

void TransformController::fail(const Reason& reason) {
  Readables::fail(*readable_, reason);
  failWritable(reason);
}

void TransformController::failWritable(const Reason& reason) {
  clearAlgorithms();
  Writables::failIfNeeded(*writable_, reason);
  if (backpressure_) setBackpressure(false);
}

// Begins to finish both sides: `by` is the promise of the program's function.
Promise<> TransformController::finish(const Promise<>& by, void (TransformController::*then)(),
                                      void (TransformController::*failed)(const Reason&)) {
  clearAlgorithms();
  Handle<TransformController> self(this);
  by.then([self, then] { (self.get()->*then)(); },
          [self, failed](const std::exception_ptr& error) { (self.get()->*failed)(Reason(error)); });
  return finish_->promise;
}

void TransformController::rejectFinish(const Reason& reason) { finish_->reject(reason.exception()); }

Promise<> TransformController::close() {
  if (finish_) return finish_->promise;
  remember();
  finish_ = Promise<>::withResolvers();
  auto flush = flush_;
  TransformStreamDefaultController self(this);
  return finish(asyncCall([&] { return flush ? flush(self) : Promise<>(); }), &TransformController::flushed,
                &TransformController::flushFailed);
}

void TransformController::flushed() {
  if (Readables::isErrored(*readable_)) return rejectFinish(Readables::storedError(*readable_));
  Readables::close(*readable_);
  finish_->resolve();
}

void TransformController::flushFailed(const Reason& reason) {
  Readables::fail(*readable_, reason);
  rejectFinish(reason);
}

Promise<> TransformController::abort(const Reason& reason) {
  if (finish_) return finish_->promise;
  remember();
  finish_ = Promise<>::withResolvers();
  finishReason_ = reason;
  auto cancel = cancel_;
  return finish(asyncCall([&] { return cancel ? cancel(reason) : Promise<>(); }), &TransformController::abortDone,
                &TransformController::flushFailed);
}

void TransformController::abortDone() {
  if (Readables::isErrored(*readable_)) return rejectFinish(Readables::storedError(*readable_));
  Readables::fail(*readable_, finishReason_);
  finish_->resolve();
}

Promise<> TransformController::cancel(const Reason& reason) {
  if (finish_) return finish_->promise;
  remember();
  finish_ = Promise<>::withResolvers();
  finishReason_ = reason;
  auto cancel = cancel_;
  return finish(asyncCall([&] { return cancel ? cancel(reason) : Promise<>(); }), &TransformController::cancelDone,
                &TransformController::cancelFailed);
}

void TransformController::cancelDone() {
  if (Writables::isErrored(*writable_)) return rejectFinish(Writables::storedError(*writable_));
  Writables::failIfNeeded(*writable_, finishReason_);
  if (backpressure_) setBackpressure(false);
  finish_->resolve();
}

void TransformController::cancelFailed(const Reason& reason) {
  Writables::failIfNeeded(*writable_, reason);
  if (backpressure_) setBackpressure(false);
  rejectFinish(reason);
}

}  // namespace detail

TransformStreamObject::TransformStreamObject(Transformer transformer, QueuingStrategy writableStrategy,
                                             QueuingStrategy readableStrategy) {
  const double readableMark = detail::highWaterMarkOf(readableStrategy, 0);
  const double writableMark = detail::highWaterMarkOf(writableStrategy, 1);
  auto start = std::move(transformer.start);
  auto controller = make<detail::TransformController>(transformer);
  controller_ = controller;
  writable_ =
      detail::Writables::make(make<detail::TransformSink>(controller), writableMark, std::move(writableStrategy.size));
  auto [started, resolve, reject] = Promise<>::withResolvers();
  detail::Writables::begin(*writable_, started);
  readable_ = detail::Readables::make(make<detail::TransformSource>(controller), readableMark,
                                      std::move(readableStrategy.size));
  detail::Readables::begin(*readable_, started);
  controller->begin(readable_, writable_);
  if (Promise<> result = start ? start(controller_) : Promise<>())
    resolve(result);
  else
    resolve();
}

bool TransformStreamObject::backpressure() const noexcept {
  return static_cast<detail::TransformController*>(controller_.get())->backpressure();
}

DesiredSize TransformStreamDefaultControllerObject::desiredSize() const {
  return detail::Readables::controller(static_cast<const detail::TransformController*>(this)->readable()).desiredSize();
}

void TransformStreamDefaultControllerObject::error(Reason reason) {
  static_cast<detail::TransformController*>(this)->fail(reason);
}

void TransformStreamDefaultControllerObject::terminate() {
  auto* self = static_cast<detail::TransformController*>(this);
  detail::Readables::close(self->readable());
  self->failWritable(detail::invalidState("TransformStream has been terminated"));
}

}  // namespace nodecpp::stream::web
