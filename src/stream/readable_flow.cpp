// Readable: flowing and paused mode, and the effects of listeners of `data` and `readable`.
#include "base/assertion.h"
#include "stream/pipe.h"
#include "stream/stream_access.h"

namespace nodecpp::stream {

using detail::tick;

ReadableObject::~ReadableObject() { delete pipes_; }

bool ReadableObject::isPaused() const noexcept {
  return (readFlags_ & pausedFlag) || (readFlags_ & (hasFlowingFlag | flowingFlag)) == hasFlowingFlag;
}

Flowing ReadableObject::readableFlowing() const noexcept {
  // A stream that flows has left the initial state, in which it is neither flowing nor paused.
  NODECPP_DEBUG_ASSERT((readFlags_ & (hasFlowingFlag | flowingFlag)) != flowingFlag, readFlags_);
  if (!(readFlags_ & hasFlowingFlag)) return nullptr;
  return bool(readFlags_ & flowingFlag);
}

void ReadableObject::setReadableFlowing(Flowing flowing) noexcept {
  readFlags_ &= ~(hasFlowingFlag | flowingFlag);
  if (!(flowing == nullptr)) readFlags_ |= hasFlowingFlag;
  if (flowing) readFlags_ |= flowingFlag;
}

void ReadableObject::listenerAdded(EventName name) {
  StreamObject::listenerAdded(name);
  if (EventName(event::data).hash() == name.hash()) {
    readFlags_ |= dataListeningFlag;
    // The flag is set so that resume() does not change the mode while there is a listener of `readable`.
    if (hasListeners(event::readable)) readFlags_ |= readableListeningFlag;
    if ((readFlags_ & (hasFlowingFlag | flowingFlag)) != hasFlowingFlag) resumeSource();
  } else if (EventName(event::readable).hash() == name.hash()) {
    if (readFlags_ & (endEmittedFlag | readableListeningFlag)) return;
    readFlags_ |= readableListeningFlag | needReadableFlag | hasFlowingFlag;
    readFlags_ &= ~(flowingFlag | emittedReadableFlag);
    if (readLength_)
      emitReadable();
    else if (!(readFlags_ & readingFlag))
      tick([self = Readable(this)] { self->readChunk(0); });
  }
}

void ReadableObject::listenerRemoved(EventName name) {
  if (EventName(event::readable).hash() == name.hash())
    // The mode is updated in a later tick, since once() may remove a listener and add the next one.
    tick([self = Readable(this)] { self->updateReadableListening(); });
  else if (EventName(event::data).hash() == name.hash())
    readFlags_ &= ~dataListeningFlag;
}

void ReadableObject::updateReadableListening() {
  if (hasListeners(event::readable))
    readFlags_ |= readableListeningFlag;
  else
    readFlags_ &= ~readableListeningFlag;
  if ((readFlags_ & (hasPausedFlag | pausedFlag | resumeScheduledFlag)) == (hasPausedFlag | resumeScheduledFlag))
    // Without this, the resume that is already scheduled would not make the stream flow.
    readFlags_ |= hasFlowingFlag | flowingFlag;
  else if (readFlags_ & dataListeningFlag)
    resumeSource();
  else if (!(readFlags_ & readableListeningFlag))
    readFlags_ &= ~(hasFlowingFlag | flowingFlag);
}

void ReadableObject::resumeSource() {
  if (!(readFlags_ & flowingFlag)) {
    readFlags_ |= hasFlowingFlag;
    // With a listener of `readable` the stream does not flow, although `resume` is emitted.
    if (!(readFlags_ & readableListeningFlag)) readFlags_ |= flowingFlag;
    scheduleResume();
  }
  readFlags_ |= hasPausedFlag;
  readFlags_ &= ~pausedFlag;
}

void ReadableObject::scheduleResume() {
  if (readFlags_ & resumeScheduledFlag) return;
  readFlags_ |= resumeScheduledFlag;
  tick([self = Readable(this)] { self->resumeNow(); });
}

void ReadableObject::resumeNow() {
  NODECPP_ASSERT(readFlags_ & resumeScheduledFlag, readFlags_);
  if (!(readFlags_ & readingFlag)) readChunk(0);
  readFlags_ &= ~resumeScheduledFlag;
  emit(event::resume);
  flow();
  if ((readFlags_ & (flowingFlag | readingFlag)) == flowingFlag) readChunk(0);
}

void ReadableObject::pauseSource() {
  if ((readFlags_ & (hasFlowingFlag | flowingFlag)) != hasFlowingFlag) {
    readFlags_ |= hasFlowingFlag;
    readFlags_ &= ~flowingFlag;
    emit(event::pause);
  }
  readFlags_ |= hasPausedFlag | pausedFlag;
}

void ReadableObject::flow() {
  while ((readFlags_ & flowingFlag) && readChunk(__builtin_nan(""))) {
  }
}

}  // namespace nodecpp::stream
