// `co_await stream->next()`: a wait without a frame of its own.
#include "stream/access.h"

namespace nodecpp::stream {

NextChunk::NextChunk(ReadableObject* stream) : stream_(stream) {}

NextChunk::~NextChunk() {
  if (stream_ && stream_->waiting_ == this) stream_->waiting_ = nullptr;
  if (queued_) *queued_ = nullptr;
}

bool NextChunk::await_ready() { return stream_->nextIsReady(); }

void NextChunk::await_suspend(std::coroutine_handle<> frame) {
  frame_ = frame;
  if (stream_->waiting_) throw Error("Another next() of this stream is waiting");
  stream_->waiting_ = this;
  stream_->readFlags_ |= ReadableObject::needReadableFlag;
  // Asks for data, which may come at once: wakeNext() then queues this frame.
  if (!(stream_->readFlags_ & ReadableObject::readingFlag)) stream_->readChunk(0);
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
  if (readFlags_ & flowingFlag || !(readFlags_ & hasFlowingFlag)) {
    readFlags_ |= hasFlowingFlag;
    readFlags_ &= ~flowingFlag;
  }
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
  NextChunk* next = std::exchange(waiting_, nullptr);
  next->queued_ = ::new (nodecpp::detail::allocate(sizeof(NextChunk*))) NextChunk*(next);
  nodecpp::detail::Loop::current().queueMicrotask(
      {[](void* data) {
         auto** slot = static_cast<NextChunk**>(data);
         NextChunk* waiting = *slot;
         nodecpp::detail::release(slot, sizeof(NextChunk*));
         if (!waiting) return;
         waiting->queued_ = nullptr;
         waiting->frame_.resume();
       },
       [](void* data) noexcept {
         auto** slot = static_cast<NextChunk**>(data);
         if (*slot) (*slot)->queued_ = nullptr;
         nodecpp::detail::release(slot, sizeof(NextChunk*));
       },
       next->queued_});
}

}  // namespace nodecpp::stream
