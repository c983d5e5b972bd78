#include <nodecpp/event_target.h>

#include "loop/loop.h"

namespace nodecpp {

void EventData::throwOtherType() {
  throw detail::codedError<TypeError>("ERR_INVALID_ARG_TYPE", "The data of the message is of another type");
}

namespace {

// Milliseconds since the program's start.
double now() {
  const detail::Loop* loop = detail::Loop::currentOrNull();
  return loop ? loop->now() : 0;
}

}  // namespace

EventObject::EventObject(StringArg type, EventInit options)
    : type(type.toString()),
      bubbles(options.bubbles),
      cancelable(options.cancelable),
      composed(options.composed),
      timeStamp(now()) {}
EventObject::~EventObject() = default;

Array<EventTarget> EventObject::composedPath() const {
  return isBeingDispatched_ ? Array<EventTarget>{target} : Array<EventTarget>{};
}

void EventObject::initEvent(StringArg newType, bool isBubbling, bool isCancelable) {
  if (isBeingDispatched_) return;
  type = newType.toString();
  bubbles = isBubbling;
  cancelable = isCancelable;
}

void EventObject::trace(detail::Tracer& tracer) {
  tracer(target);
  traceMembers(tracer);
}

MessageEventObject::MessageEventObject(StringArg type, MessageEventInit options)
    : EventObject(type, {options.bubbles, options.cancelable, options.composed}),
      data(std::move(options.data)),
      origin(std::move(options.origin)),
      lastEventId(std::move(options.lastEventId)) {}

CloseEventObject::CloseEventObject(StringArg type, CloseEventInit options)
    : EventObject(type, {options.bubbles, options.cancelable, options.composed}),
      wasClean(options.wasClean),
      code(options.code),
      reason(std::move(options.reason)) {}

ErrorEventObject::ErrorEventObject(StringArg type, ErrorEventInit options)
    : EventObject(type, {options.bubbles, options.cancelable, options.composed}),
      message(std::move(options.message)),
      filename(std::move(options.filename)),
      lineno(options.lineno),
      colno(options.colno),
      error(options.error) {}

}  // namespace nodecpp
