// `co_await stream->next()`: a wait without a frame of its own.
#include <nodecpp/events/once.h>
#include <nodecpp/promise/state.h>

#include "stream/access.h"

namespace nodecpp::stream {

NextChunk::NextChunk(ReadableObject* stream) : stream_(stream) {}

NextChunk::~NextChunk() {
  if (stream_->waiting_ == this) stream_->waiting_ = nullptr;
  if (gone_) *gone_ = true;
}

bool NextChunk::await_ready() { return stream_->nextIsReady(); }

void NextChunk::wait() {
  if (stream_->waiting_) throw Error("Another next() of this stream is waiting");
  stream_->waiting_ = this;
  remember();
  stream_->readFlags_ |= ReadableObject::needReadableFlag;
  if (stream_->readFlags_ & ReadableObject::readingFlag) return;
  // Asks for data, which may come at once: wakeNext() then queues this frame. Code of the program's runs in there. It may throw,
  // also after that, and it may have this frame ended, which then is not there to be thrown into.
  Readable stream = stream_;
  bool gone = false;
  gone_ = &gone;
  try {
    stream->readChunk(0);
  } catch (...) {
    if (gone) return nodecpp::detail::throwInTick(std::current_exception());
    gone_ = nullptr;
    if (stream->waiting_ != this) nodecpp::detail::unqueue(frame_);
    throw;
  }
  if (!gone) gone_ = nullptr;
}

void NextChunk::onLoopEnd() noexcept {
  stream_->waiting_ = nullptr;
  frame_->run = frame_->drop;
  nodecpp::detail::queue(frame_);
}

Chunk NextChunk::await_resume() {
  ReadableObject& stream = *stream_;
  if (!stream.destroyed() && stream.readLength_) {
    if (Chunk chunk = stream.readChunk(__builtin_nan(""))) return chunk;
  }
  if (Error error = stream.errored()) throw error;
  if (stream.destroyed() && !stream.readableEnded()) throw impl::prematureClose();
  return {};
}

// Something to give at once: data, the end, or a failure. Without a listener it is the reading that makes it paused.
bool ReadableObject::nextIsReady() {
  if (flags_ & (destroyedFlag | erroredFlag)) return true;
  readFlags_ |= hasFlowingFlag | iteratedFlag;
  readFlags_ &= ~flowingFlag;
  if (readLength_ || (readFlags_ & endEmittedFlag)) return true;
  if (readFlags_ & endedFlag) endReadable();
  return false;
}

void ReadableObject::wakeNext() {
  if (!waiting_) return;
  bool over = (flags_ & (erroredFlag | closeEmittedFlag | errorEmittedFlag)) || (readFlags_ & endEmittedFlag);
  if (!readLength_ && !over) {
    if (readFlags_ & endedFlag) endReadable();
    return;
  }
  NextChunk* waiting = std::exchange(waiting_, nullptr);
  waiting->forget();
  nodecpp::detail::queue(waiting->frame_);
}

}  // namespace nodecpp::stream
