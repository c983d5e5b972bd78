// Construction, destruction and errors of all streams.
#include <nodecpp/timers.h>

#include <vector>

#include "base/assertion.h"
#include "loop/timer_internals.h"
#include "stream/stream_access.h"

namespace nodecpp::stream {

using detail::tick;

Error detail::aggregateErrors(const Error& inner, const Error& outer) {
  if (!inner || !outer || inner == outer) return inner ? inner : outer;
  if (outer->name == "AggregateError") {
    if (!outer->errors) outer->errors = Array<Error>();
    outer->errors.push(inner);
    return outer;
  }
  AggregateError both({outer, inner}, outer->message);
  both->code = outer->code;
  return both;
}

namespace detail {
struct RareState {
  Function<void(Error)> destroyOnceConstructed;
  std::vector<std::pair<AbortSignal, Function<void()>>> aborts;  // These closures do not hold the stream.
  void leaveSignals() {
    for (const auto& [signal, onAbort] : std::exchange(aborts, {})) signal->removeEventListener("abort", onAbort);
  }
  ~RareState() { leaveSignals(); }
};
}  // namespace detail

void StreamObject::traceMembers(nodecpp::detail::Tracer& tracer) {
  tracer.alias(this);
  if (functions_) functions_->trace(tracer);
  if (ReadableObject* readable = readableSide()) detail::Access::trace(*readable, tracer);
  if (WritableObject* writable = writableSide()) detail::Access::trace(*writable, tracer);
}

StreamObject::~StreamObject() {
  delete functions_;
  delete rareState_;
}

detail::RareState& StreamObject::rareState() {
  if (!rareState_) rareState_ = new detail::RareState;
  NODECPP_ASSERT(rareState_);
  return *rareState_;
}

// The signal does not hold the stream. The clean-up does not depend on a listener of the stream, which a program could
// remove.
void detail::Access::abortBy(StreamObject& stream, const AbortSignal& signal) {
  auto abort = [&stream, raw = signal.get()] {
    Stream alive(&stream);
    stream.destroy(AbortError("The operation was aborted", raw->reason()));
  };
  if (signal->aborted()) return abort();
  Function<void()> onAbort = abort;
  signal->addEventListener("abort", onAbort, {.once = true});
  stream.rareState().aborts.emplace_back(signal, onAbort);
}

void detail::Access::leaveSignals(StreamObject& stream) {
  if (stream.rareState_) stream.rareState_->leaveSignals();
}

void StreamObject::destroyWith(Error error, Callback callback) {
  if (flags_ & destroyedFlag) {
    if (callback) callback();
    return;
  }
  // The flag is set before any callback, because a callback may call destroy() again.
  setError(error);
  flags_ |= destroyedFlag;
  // A stream that was not destroyed has neither closed nor called _destroy.
  NODECPP_ASSERT(!(flags_ & destroyCalledFlag), flags_);
  if (!(flags_ & constructedFlag)) {
    rareState().destroyOnceConstructed = [self = Stream(this), error, callback](Error constructError) {
      self->destroyNow(detail::aggregateErrors(constructError, error), callback);
    };
  } else {
    destroyNow(error, std::move(callback));
  }
}

void StreamObject::giveUp(Function<void()> over) {
  Stream self(this);
  if (over && !closed())
    once(event::close, std::exchange(over, nullptr));
  destroyWith(nullptr, {});
  if (over) over();
}

void StreamObject::destroyNow(const Error& error, Callback callback) {
  try {
    _destroy(error, [self = Stream(this), callback](Error result) { self->onDestroyed(result, callback); });
  } catch (const nodecpp::detail::ProgramExit&) {
    throw;
  } catch (...) {
    onDestroyed(detail::runningError(), callback);
  }
}

void StreamObject::onDestroyed(const Error& error, const Callback& callback) {
  if (flags_ & destroyCalledFlag) return;
  flags_ |= destroyCalledFlag;
  setError(error);
  NODECPP_ASSERT(flags_ & destroyedFlag, flags_);
  flags_ |= closedFlag;
  if (callback) callback(error);
  if (error)
    tick([self = Stream(this), error] {
      self->emitErrorNow(error);
      self->emitCloseNow();
    });
  else
    tick([self = Stream(this)] { self->emitCloseNow(); });
}

void StreamObject::emitErrorNow(const Error& error) {
  if (flags_ & errorEmittedFlag) return;
  flags_ |= errorEmittedFlag;
  NODECPP_ASSERT(bool(error));
  if (ReadableObject* r = readableSide()) {
    detail::Access::wakeNext(*r);
    // The coroutine that awaits next() gets the error as an exception, as a `for await` loop does, so the stream needs
    // no listener of `error`.
    if (detail::Access::iterated(*r) && !hasListeners(event::error)) {
      emit(events::errorMonitor, error);
      return;
    }
  }
  emit(event::error, error);
}

void StreamObject::emitCloseNow() {
  flags_ |= closeEmittedFlag;
  if (ReadableObject* r = readableSide()) detail::Access::wakeNext(*r);
  // A stream that does not emit `close` here, such as a socket, emits it later and then calls closeEmitted() itself.
  if (!(flags_ & emitCloseFlag)) return;
  emit(event::close);
  closeEmitted();
}

void StreamObject::closeEmitted() { dropListenersLater(); }

void StreamObject::dropListenersLater() {
  flags_ |= forgettingFlag;
  if (hasAnyListener()) forgetListeners();
}

// A listener that is added after the last event is dropped as well.
void StreamObject::listenerAdded(EventName) {
  if ((flags_ & (forgettingFlag | closedFlag)) == (forgettingFlag | closedFlag)) forgetListeners();
}

void StreamObject::forgetListeners() {
  NODECPP_DEBUG_ASSERT(flags_ & (forgettingFlag | closedFlag), flags_);
  // The listeners are dropped because their closures often hold the stream, which holds the listeners, so that neither
  // would be freed. They are dropped one turn later, when the stream can emit no further event. The destructor of Guard
  // does it, because the immediate's closure is destroyed in both cases: after it was called, and when the loop ends
  // before.
  struct Guard {
    Stream stream;
    explicit Guard(StreamObject* s) : stream(s) {}
    Guard(Guard&&) = default;
    ~Guard() {
      if (stream && (stream->flags_ & closedFlag)) stream->dropListeners();
    }
    void operator()() const {}
  };
  nodecpp::detail::startImmediate(Function<void()>(Guard(this)))->unref();
}

void StreamObject::errorOrDestroy(const Error& error, bool sync) {
  if (flags_ & destroyedFlag) return;
  if (flags_ & autoDestroyFlag) {
    destroyWith(error, {});
  } else if (error) {
    setError(error);
    if (sync)
      tick([self = Stream(this), error] { self->emitErrorNow(error); });
    else
      emitErrorNow(error);
  }
}

void StreamObject::startConstruct() {
  if (!(flags_ & constructedFlag)) return;
  flags_ &= ~constructedFlag;
  tick([self = Stream(this)] { self->constructNow(); });
}

void StreamObject::constructNow() {
  NODECPP_ASSERT(!(flags_ & (constructedFlag | constructCalledFlag)), flags_);
  auto later = [](Stream self, Error error) { tick([self, error] { self->onConstruct(error); }); };
  try {
    _construct([later, self = Stream(this)](Error error) { later(self, error); });
  } catch (const nodecpp::detail::ProgramExit&) {
    throw;
  } catch (...) {
    later(Stream(this), detail::runningError());
  }
}

void StreamObject::onConstruct(const Error& error) {
  if (flags_ & constructCalledFlag) return errorOrDestroy(error ? error : detail::multipleCallback());
  NODECPP_ASSERT(!(flags_ & constructedFlag), flags_);
  flags_ |= constructCalledFlag | constructedFlag;
  if (flags_ & destroyedFlag) {
    if (auto destroy = rareState_ ? std::exchange(rareState_->destroyOnceConstructed, nullptr) : nullptr) destroy(error);
  } else if (error) {
    errorOrDestroy(error, true);
  } else {
    constructCalled();
  }
}

}  // namespace nodecpp::stream
