// Readable: flowing and paused, and what the listeners for `data` and `readable` set going.
#include "stream/access.h"
#include "stream/pipe.h"

namespace nodecpp::stream {

using impl::tick;

ReadableObject::~ReadableObject() { delete pipes_; }

bool ReadableObject::isPaused() const noexcept {
  return (readFlags_ & pausedFlag) || (readFlags_ & (hasFlowingFlag | flowingFlag)) == hasFlowingFlag;
}

Flowing ReadableObject::readableFlowing() const noexcept {
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
    // So that resume() leaves the stream as it is where `readable` is listened to.
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
    // Later, so that once() may take one off and put the next on.
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
    readFlags_ |= hasFlowingFlag | flowingFlag;  // else the resume that is coming would not flow
  else if (readFlags_ & dataListeningFlag)
    resumeSource();
  else if (!(readFlags_ & readableListeningFlag))
    readFlags_ &= ~(hasFlowingFlag | flowingFlag);
}

void ReadableObject::resumeSource() {
  if (!(readFlags_ & flowingFlag)) {
    readFlags_ |= hasFlowingFlag;
    // With a listener for `readable` nothing flows, although the event is emitted.
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
