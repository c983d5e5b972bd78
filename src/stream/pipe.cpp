// Readable's functions for pipes, and what the listeners of a pipe do.
#include <vector>

#include "stream/pipe.h"

#include "base/assertion.h"
#include "stream/stream_access.h"

namespace nodecpp::stream {

void ReadableObject::forgetAwaitingDrain() noexcept {
  if (pipes_) pipes_->awaitingDrain.clear();
}

void detail::Access::letGo(StreamObject& s) noexcept {
  s.dropListeners();
  ReadableObject* r = s.readableSide();
  if (!r || !r->pipes_) return;
  r->pipes_->destinations.clear();
  r->pipes_->awaitingDrain.clear();
}

void ReadableObject::pipeTo(Writable destination, PipeOptions options) {
  if (!pipes_) pipes_ = new Pipes;
  if (pipes_->destinations.size() == 1) pipes_->several = true;
  pipes_->destinations.push_back(destination);
  NODECPP_ASSERT(pipes_->destinations.size() == 1 || pipes_->several, pipes_->destinations.size());
  make<detail::PipeObject>(Readable(this), std::move(destination))->start(options);
}

void ReadableObject::traceReadable(nodecpp::detail::Tracer& tracer) {
  tracer.alias(this);
  if (!pipes_) return;
  for (Writable& destination : pipes_->destinations) tracer(destination);
  for (Writable& destination : pipes_->awaitingDrain) tracer(destination);
}

void ReadableObject::unpipeAll() {
  if (!pipes_ || pipes_->destinations.empty()) return;
  std::vector<Writable> destinations = std::exchange(pipes_->destinations, {});
  pauseSource();
  for (const Writable& destination : destinations) destination->emit(event::unpipe, Readable(this), UnpipeInfo());
}

void ReadableObject::unpipeFrom(const Writable& destination) {
  if (!pipes_) return;
  auto& destinations = pipes_->destinations;
  auto at = std::ranges::find(destinations, destination);
  if (at == destinations.end()) return;
  Writable gone = *at;
  destinations.erase(at);
  if (destinations.empty()) pauseSource();
  gone->emit(event::unpipe, Readable(this), UnpipeInfo());
}

namespace detail {

void PipeObject::start(PipeOptions options) {
  NODECPP_ASSERT(!cleanedUp_ && !listensToDrain_ && source_->pipes_);
  bool ends = options.end && Access::endsByPipe(*destination_);
  if (source_->readableEnded()) {
    // `end` has been emitted already, so its listener is called in a tick.
    if (ends)
      tick(endListener());
    else
      tick(unpipeAtEndListener());
  } else if (ends) {
    source_->once(event::end, endListener());
  } else {
    source_->once(event::end, unpipeAtEndListener());
  }
  destination_->on(event::unpipe, unpipeListener());
  source_->on(event::data, dataListener());
  // The pipe's listener of `error` stands before the program's, so that the pipe is undone when the program sees the
  // error.
  destination_->prependListener(event::error, errorListener());
  destination_->once(event::close, closeListener());
  destination_->once(event::finish, finishListener());
  destination_->emit(event::pipe, source_);
  if (destination_->writableNeedDrain())
    pause();
  else if (!(source_->readFlags_ & ReadableObject::flowingFlag))
    source_->resume();
}

void PipeObject::onUnpipe(const Readable& source, UnpipeInfo& info) {
  if (source != source_ || info.hasUnpiped) return;
  info.hasUnpiped = true;
  cleanUp();
}

void PipeObject::onData(const Chunk& chunk) {
  try {
    if (!destination_->write(chunk)) pause();
  } catch (const nodecpp::detail::ProgramExit&) {
    throw;
  } catch (...) {
    Access::destroy(*destination_, runningError());
  }
}

void PipeObject::pause() {
  // The write may have undone the pipe. Then a paused source would never be resumed.
  if (!cleanedUp_) {
    NODECPP_ASSERT(source_->pipes_);
    auto& pipes = *source_->pipes_;
    if (pipes.has(destination_)) {
      if (pipes.destinations.size() == 1) {
        pipes.awaitingDrain.clear();
        pipes.several = false;
      }
      pipes.await(destination_);
    }
    source_->pause();
  }
  if (!listensToDrain_) {
    listensToDrain_ = true;
    destination_->on(event::drain, drainListener());
  }
}

void PipeObject::onDrain() {
  NODECPP_ASSERT(source_->pipes_ && listensToDrain_);
  auto& awaiting = source_->pipes_->awaitingDrain;
  std::erase(awaiting, destination_);
  if (awaiting.empty() && (source_->readFlags_ & ReadableObject::dataListeningFlag)) source_->resume();
}

void PipeObject::onError(const Error& error) {
  unpipe();
  destination_->off(event::error, errorListener());
  if (destination_->listenerCount(event::error) != 0) return;
  // The program has no listener of `error`, so the error becomes an uncaught exception, as it would without a pipe.
  if (!Access::errorEmitted(*destination_))
    Access::errorOrDestroy(*destination_, error);  // the program has emitted `error` itself
  else
    destination_->emit(event::error, error);
}

void PipeObject::onClose() {
  destination_->off(event::finish, finishListener());
  unpipe();
}

void PipeObject::onFinish() {
  destination_->off(event::close, closeListener());
  unpipe();
}

void PipeObject::cleanUp() {
  NODECPP_ASSERT(source_->pipes_);
  destination_->off(event::close, closeListener());
  destination_->off(event::finish, finishListener());
  if (listensToDrain_) destination_->off(event::drain, drainListener());
  destination_->off(event::error, errorListener());
  destination_->off(event::unpipe, unpipeListener());
  source_->off(event::end, endListener());
  source_->off(event::end, unpipeAtEndListener());
  source_->off(event::data, dataListener());
  cleanedUp_ = true;
  // The pipe no longer listens to `drain` of this destination, so the source must not wait for it.
  const auto& pipes = *source_->pipes_;
  if (listensToDrain_ && (pipes.several || !pipes.awaitingDrain.empty()) &&
      detail::Access::needsDrain(*destination_.get()))
    onDrain();
}

}  // namespace detail
}  // namespace nodecpp::stream
