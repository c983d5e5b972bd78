// `co_await stream->next()`: a wait that needs no coroutine frame of its own.
#include <nodecpp/events/once.h>
#include <nodecpp/promise/promise_state.h>

#include "base/assertion.h"
#include "stream/stream_access.h"

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
  NODECPP_ASSERT(!gone_);
  remember();
  stream_->readFlags_ |= ReadableObject::needReadableFlag;
  if (stream_->readFlags_ & ReadableObject::readingFlag) return;
  // Asks for data by a call of the program's _read. When _read pushes data at once, wakeNext() queues this frame. The
  // call may also throw, even after a push, or end this frame. An exception cannot be thrown into an ended frame, so it
  // is thrown in a tick.
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
  NODECPP_ASSERT(stream_->waiting_ == this);
  stream_->waiting_ = nullptr;
  frame_->run = frame_->drop;
  nodecpp::detail::queue(frame_);
}

Chunk NextChunk::await_resume() {
  ReadableObject& stream = *stream_;
  if (!stream.destroyed() && stream.readLength_) {
    if (Chunk chunk = stream.readChunk(__builtin_nan(""))) return chunk;
  }
  if (Error error = stream.errored()) std::rethrow_exception(nodecpp::detail::exceptionOf(error));
  if (stream.destroyed() && !stream.readableEnded()) throw detail::prematureClose();
  return {};
}

// Whether there is something to return at once: data, the end, or an error. A stream without listeners is paused,
// because it is read by next() now.
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
  NODECPP_ASSERT(waiting->stream_.get() == this);
  waiting->forget();
  nodecpp::detail::queue(waiting->frame_);
}

}  // namespace nodecpp::stream
