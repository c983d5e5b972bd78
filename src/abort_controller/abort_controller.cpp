#include <nodecpp/abort_controller.h>
#include <nodecpp/timers.h>

#include <algorithm>

#include "loop/loop.h"

namespace nodecpp {

namespace {

Error domException(StringArg name, StringArg message, int code) {
  Error error(message);
  error->name = name.toString();
  error->code = str(code);
  error->stack.setHeader(error.toString());
  return error;
}

Error defaultReason() { return domException("AbortError", "This operation was aborted", 20); }

}  // namespace

AbortSignal AbortSignal::abort(Error reason) {
  auto signal = make<AbortSignal>();
  signal->reason_ = reason ? std::move(reason) : defaultReason();
  return signal;
}

AbortSignal AbortSignal::timeout(double milliseconds) {
  if (!(milliseconds >= 0 && milliseconds <= 9007199254740991.0))
    throw detail::outOfRange("delay", ">= 0 && <= 9007199254740991", str(milliseconds));
  auto signal = make<AbortSignal>();
  setTimeout([signal] { signal->abort(domException("TimeoutError", "The operation was aborted due to timeout", 23)); },
             milliseconds)
      ->unref();
  return signal;
}

AbortSignal AbortSignal::any(const Array<AbortSignal>& signals) {
  auto result = make<AbortSignal>();
  for (const AbortSignal& signal : signals)
    if (signal->aborted()) {
      result->reason_ = signal->reason();
      return result;
    }
  for (const AbortSignal& signal : signals)
    signal->addEventListener("abort", [result, source = signal.get()] { result->abort(source->reason()); }, {.once = true});
  return result;
}

void AbortSignalObject::throwIfAborted() const {
  if (reason_) throw reason_;
}

void AbortSignalObject::addEventListener(StringArg type, Function<void()> listener, AddEventListenerOptions options) {
  if (type != StringArg("abort") || !listener || aborted()) return;
  if (std::ranges::find(listeners_, listener, &Listener::f) == listeners_.end())
    listeners_.push_back({std::move(listener), options.once});
}

void AbortSignalObject::removeEventListener(StringArg type, const Function<void()>& listener) {
  if (type != StringArg("abort")) return;
  erase_if(listeners_, [&](const Listener& known) { return known.f == listener; });
}

void AbortSignalObject::abort(Error reason) {
  if (aborted()) return;
  Handle<AbortSignalObject> alive(this);
  reason_ = reason ? std::move(reason) : defaultReason();
  // It aborts once, so all listeners can be let go, one after the other: one that is removed by another is not called any
  // more. One that throws does not keep the others from being told.
  std::ranges::reverse(listeners_);
  bool last = false;
  while (!last) {
    Function<void()> listener;
    last = listeners_.empty();
    if (last) {
      listener = onabort;
    } else {
      listener = std::move(listeners_.back().f);
      listeners_.pop_back();
    }
    if (!listener) continue;
    try {
      listener();
    } catch (const detail::ProgramExit&) {
      throw;
    } catch (...) {
      auto thrown = std::current_exception();
      detail::Loop::current().nextTick([thrown] { std::rethrow_exception(thrown); });
    }
  }
}

}  // namespace nodecpp
