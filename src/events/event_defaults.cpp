// The functions of Node's module `events` that are not methods of an emitter, and the errors of its templates.
#include "events/event_defaults.h"

#include <nodecpp/events.h>

#include <cmath>

#include "loop/loop.h"

namespace nodecpp {

namespace {

// The defaults that a program has set for all its emitters.
struct Defaults {
  double limit = 10;
  bool capture = false;
};
constinit detail::LoopLocal<Defaults> defaults;

}  // namespace

namespace detail {

double defaultLimit() noexcept {
  const Defaults* set = defaults.find();
  return set ? set->limit : Defaults{}.limit;
}
bool captureByDefault() noexcept {
  const Defaults* set = defaults.find();
  return set && set->capture;
}

void checkLimit(const char* name, double n) {
  if (std::isnan(n) || n < 0) throw outOfRange(name, ">= 0", rangeNumber(n));
}

void throwListenerMismatch(std::size_t index) {
  throw codedError<TypeError>("ERR_INVALID_ARG_TYPE", "The listener's argument " + str(index) +
                                                          " has another type than the event was emitted with");
}

void throwNoListener() { throw invalidArgType("listener", "of type function", "undefined"); }

void throwUnhandledError(const String& description, const Lookup& context) {
  auto error = codedError<Error>("ERR_UNHANDLED_ERROR", "Unhandled error. (" + description + ")");
  error->properties.emplace_back("context", context);
  throw error;
}

}  // namespace detail

namespace events {

DefaultMaxListeners::operator double() const { return detail::defaultLimit(); }
const DefaultMaxListeners& DefaultMaxListeners::operator=(double n) const {
  detail::checkLimit("defaultMaxListeners", n);
  defaults->limit = n;
  return *this;
}
CaptureRejections::operator bool() const { return detail::captureByDefault(); }
const CaptureRejections& CaptureRejections::operator=(bool on) const {
  defaults->capture = on;
  return *this;
}

Array<Listener> getEventListeners(const EventEmitter& emitter, EventName name) { return emitter->listeners(name); }
double getMaxListeners(const EventEmitter& emitter) { return emitter->getMaxListeners(); }
void setMaxListeners(double n, const Array<EventEmitter>& emitters) {
  detail::checkLimit("setMaxListeners", n);
  if (emitters.empty()) defaults->limit = n;
  for (const EventEmitter& emitter : emitters) emitter->setMaxListeners(n);
}
std::ptrdiff_t listenerCount(const EventEmitter& emitter, EventName name) { return emitter->listenerCount(name); }

}  // namespace events

}  // namespace nodecpp
