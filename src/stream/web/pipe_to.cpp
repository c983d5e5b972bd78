#include "stream/web/pipe_to.h"

namespace nodecpp::stream::web::detail {

// The promise of pipeTo(). Retracting it ends the pipe, and its last settler is dropped when the pipe has ended.
struct PipeObject::Outcome final : nodecpp::detail::PromiseState {
  PipeObject* pipe;
  explicit Outcome(PipeObject* by) noexcept : PromiseState(std::uint32_t(sizeof(Outcome))), pipe(by) {
    PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      Handle<PipeObject> pipe(static_cast<Outcome*>(state)->pipe);
      if (pipe) pipe->abortWith(AbortError());
      return nullptr;
    };
  }
};

PipeObject::PipeObject(ReadableStream source, WritableStream destination, StreamPipeOptions options)
    : source_(std::move(source)), destination_(std::move(destination)), options_(std::move(options)) {
  reader_ = source_->getReader();
  writer_ = destination_->getWriter();
  outcome_ = ::new (nodecpp::detail::allocate(sizeof(Outcome))) Outcome(this);
}

PipeObject::~PipeObject() {
  if (!outcome_) return;
  outcome_->pipe = nullptr;
  nodecpp::detail::dropSettler(outcome_);
}

void PipeObject::trace(nodecpp::detail::Tracer& tracer) {
  tracer(source_, destination_, reader_, writer_, options_.signal, abortListener_, pendingChunk_);
}

Promise<> PipeObject::start(const ReadableStream& source, const WritableStream& destination,
                            const StreamPipeOptions& options) {
  auto pipe = nodecpp::make<PipeObject>(source, destination, options);
  nodecpp::detail::retain(pipe->outcome_);
  Promise<> promise(pipe->outcome_);
  pipe->begin();
  return promise;
}

void PipeObject::begin() {
  remember();
  source_->disturbed_ = true;
  reader_->user_ = Handle<Object>(this);
  reader_->onEnd_ = sourceEnded;
  writer_->pipe_ = Handle<PipeObject>(this);
  if (options_.signal) {
    if (options_.signal->aborted()) return onAbort();
    abortListener_ = [self = Handle<PipeObject>(this)] { self->onAbort(); };
    options_.signal->addEventListener("abort", abortListener_, {.once = true});
  }
  pump();
  if (source_->state_ == Source::errored) onSourceEnd();
  if (destination_->state_ == Destination::errored) onDestinationEnd();
  if (source_->state_ == Source::closed) onSourceEnd();
  if (!destination_->closeQueuedOrInFlight_ && destination_->state_ != Destination::closed) return;
  shutDown(options_.preventCancel ? Action::none : Action::cancelSource, true,
           invalidState("Destination WritableStream is closed"));
}

void PipeObject::onAbort() { abortWith(options_.signal->reason()); }

void PipeObject::abortWith(const Reason& reason) { shutDown(Action::abortBoth, true, reason); }

void PipeObject::sourceEnded(Object* self) { static_cast<PipeObject*>(self)->onSourceEnd(); }

void PipeObject::onSourceEnd() {
  if (source_->state_ == Source::errored)
    shutDown(options_.preventAbort ? Action::none : Action::abortDestination, true, source_->storedError_);
  else
    shutDown(options_.preventClose ? Action::none : Action::closeDestination, false, {});
}

void PipeObject::destinationEnded() { queueStep<&PipeObject::onDestinationEnd>(*this); }

void PipeObject::onDestinationEnd() {
  shutDown(options_.preventCancel ? Action::none : Action::cancelSource, true, destination_->storedError_);
}

void PipeObject::pump() {
  if (shuttingDown_) return;
  if (destination_->backpressure_) {
    writer_->pipeParked_ = true;
    return;
  }
  ReadableStreamControllerObject& controller = *source_->controller_;
  if (source_->state_ != Source::readable || !writeBuffered(controller)) return reader_->read(this);
  if (shuttingDown_) return;
  controller.callPullIfNeeded();
  if (source_->state_ == Source::closed) return;
  if (destination_->backpressure_)
    writer_->pipeParked_ = true;
  else
    queueStep<&PipeObject::pump>(*this);
}

// Writes the chunks that are in the source's queue, as far as the destination takes them. Returns false when there was
// none.
bool PipeObject::writeBuffered(ReadableStreamControllerObject& controller) {
  Chunk chunk;
  if (!controller.takeInBatch(chunk)) return false;
  do {
    writer_->track(std::move(chunk));
    if (destination_->backpressure_ || destination_->state_ != Destination::writable ||
        destination_->closeQueuedOrInFlight_)
      break;
  } while (!shuttingDown_ && controller.takeInBatch(chunk));
  return true;
}

void PipeObject::chunk(Chunk&& chunk) {
  // The write waits for a microtask, so that it is not made inside of the source's enqueue().
  pendingChunk_ = std::move(chunk);
  queueStep<&PipeObject::forwardChunk>(*this);
}

void PipeObject::forwardChunk() {
  if (!writer_->stream_) return;
  writer_->track(std::exchange(pendingChunk_, {}));
  pump();
}

void PipeObject::written() {
  --pendingWrites_;
  if (pendingWrites_ != 0 || !std::exchange(stalled_, false)) return;
  afterWrites();
}

void PipeObject::writeFailed(const Reason& reason) {
  --pendingWrites_;
  writesFailed_ = true;
  writeFailure_ = reason;
  if (std::exchange(stalled_, false)) afterWrites();
}

// All writes have ended: what ends the pipe is done in a microtask.
void PipeObject::afterWrites() {
  if (writesFailed_)
    queueStep<&PipeObject::pendingWritesFailed>(*this);
  else
    queueStep<&PipeObject::act>(*this);
}

void PipeObject::shutDown(Action action, bool failed, const Reason& reason) {
  if (std::exchange(shuttingDown_, true)) return;
  action_ = action;
  failed_ = failed;
  reason_ = reason;
  if (destination_->state_ != Destination::writable || destination_->closeQueuedOrInFlight_) return act();
  if (pendingWrites_ == 0)
    afterWrites();
  else
    stalled_ = true;
}

namespace {

// Node's SafePromiseAll, which takes as many microtasks.
Promise<> allOf(const Array<Promise<>>& promises) {
  Array<Promise<>> safe;
  for (const Promise<>& each : promises) safe.push(each.then([] {}));
  return Promise<>::all(safe).then([] {});
}

}  // namespace

void PipeObject::act() {
  if (action_ == Action::none) return acted();
  react<&PipeObject::acted, &PipeObject::actionFailed>(actionResult(), *this);
}

Promise<> PipeObject::actionResult() {
  switch (action_) {
    case Action::abortDestination: return destination_->abortNow(reason_);
    case Action::cancelSource: return source_->cancelNow(reason_);
    case Action::closeDestination: return closeDestination();
    case Action::abortBoth: break;
    case Action::none: return Promise<>::resolve();
  }
  Array<Promise<>> both;
  if (!options_.preventAbort)
    both.push(destination_->state_ == Destination::writable ? destination_->abortNow(reason_) : Promise<>::resolve());
  if (!options_.preventCancel)
    both.push(source_->state_ == Source::readable ? source_->cancelNow(reason_) : Promise<>::resolve());
  return allOf(both);
}

Promise<> PipeObject::closeDestination() {
  if (destination_->closeQueuedOrInFlight_ || destination_->state_ == Destination::closed) return Promise<>::resolve();
  if (destination_->state_ == Destination::errored)
    return Promise<>::reject<void>(destination_->storedError_.exception());
  return destination_->closeNow();
}

void PipeObject::finalize(bool failed, const Reason& reason) {
  if (!outcome_) return;
  Handle<PipeObject> alive(this);
  writer_->pipe_ = nullptr;
  if (writer_->stream_) writer_->release();
  reader_->user_ = nullptr;
  if (list) list->remove(this);
  if (reader_->stream_) reader_->release();
  if (abortListener_) options_.signal->removeEventListener("abort", std::exchange(abortListener_, nullptr));
  forget();
  Outcome* outcome = std::exchange(outcome_, nullptr);
  outcome->pipe = nullptr;
  if (!outcome->retracting) {
    if (failed)
      nodecpp::detail::reject(outcome, reason.exception());
    else
      nodecpp::detail::fulfilled(outcome);
  }
  nodecpp::detail::dropSettler(outcome);
}

void PipeObject::onLoopEnd() noexcept {
  Handle<PipeObject> alive(this);
  if (list) list->remove(this);
  if (Outcome* outcome = std::exchange(outcome_, nullptr)) {
    outcome->pipe = nullptr;
    nodecpp::detail::dropSettler(outcome);
  }
}

}  // namespace nodecpp::stream::web::detail
