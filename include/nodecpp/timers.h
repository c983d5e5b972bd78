// Timers, immediates and microtasks. https://nodejs.org/docs/latest-v24.x/api/timers.html
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/object.h>
#include <nodecpp/string.h>

namespace nodecpp {

class TimeoutObject;
class ImmediateObject;

// The result of setTimeout and setInterval. Undefined when default-constructed. The functions of a timer are called
// with `->`, see TimeoutObject.
class Timeout : public Handle<TimeoutObject> {
 public:
  using Handle<TimeoutObject>::Handle;
  // Returns the timer's number, which clearTimeout also accepts; NaN for an undefined timer.
  double operator+() const;
};

// The result of setImmediate. Undefined when default-constructed. The functions are called with `->`, see
// ImmediateObject.
class Immediate : public Handle<ImmediateObject> {
 public:
  using Handle<ImmediateObject>::Handle;
};

// The functions of a Timeout. The object lives while the timer is armed or a handle refers to it.
class TimeoutObject : public Object {
 public:
  // Set whether the timer keeps the event loop running. Both functions return this timer.
  virtual Timeout ref() = 0;
  virtual Timeout unref() = 0;
  virtual bool hasRef() const = 0;
  // Starts the timer again with its duration. Returns this timer.
  virtual Timeout refresh() = 0;
  // Clears the timer, as clearTimeout does. Returns this timer.
  virtual Timeout close() = 0;
  // Returns the timer's number, as `+timeout` does; clearTimeout also accepts it.
  virtual double id() = 0;
};

inline double Timeout::operator+() const { return get() ? get()->id() : __builtin_nan(""); }

// The functions of an Immediate. ref() and unref() set whether it keeps the event loop running, and return it.
class ImmediateObject : public Object {
 public:
  virtual Immediate ref() = 0;
  virtual Immediate unref() = 0;
  virtual bool hasRef() const = 0;
};

namespace detail {
Timeout startTimeout(Function<void()> callback, double milliseconds, bool repeat);
Immediate startImmediate(Function<void()> callback);
void queueMicrotaskFunction(Function<void()> callback);
[[noreturn]] void throwNoCallback();

// Returns a closure with the callback and the arguments that Node would keep for it.
template <class F, class... A>
Function<void()> bound(F&& callback, A&&... args) {
  if constexpr (requires { typename std::remove_cvref_t<F>::NodecppFunction; })
    if (!callback) throwNoCallback();
  if constexpr (sizeof...(A) == 0)
    return Function<void()>(std::forward<F>(callback));
  else
    return [callback = std::forward<F>(callback), ... args = std::decay_t<A>(std::forward<A>(args))]() mutable {
      static_cast<void>(callback(args...));
    };
}
}  // namespace detail

namespace detail {
template <class F, class... A>
concept Callback = std::is_invocable_v<std::decay_t<F>&, std::decay_t<A>&...> || (sizeof...(A) == 0 && TakesSomeOf<F>);
}  // namespace detail
#define NODECPP_CALLS(F, A) \
  NODECPP_DIAGNOSE((!detail::Callback<F, A...>), "the callback takes other parameters than the arguments that follow it")

// Calls `callback(args…)` once after `milliseconds`; a value less than 1, more than 2^31-1 or NaN means 1. The callback
// may be a coroutine, and its failure is an unhandledRejection. All functions here throw ERR_INVALID_ARG_TYPE for an
// undefined callback.
template <class F, class... A>
Timeout setTimeout(F&& callback, double milliseconds = 1, A&&... args) NODECPP_CALLS(F, A) {
  return detail::startTimeout(detail::bound(std::forward<F>(callback), std::forward<A>(args)...), milliseconds, false);
}

// Works as setTimeout, but calls `callback` repeatedly until the timer is cleared.
template <class F, class... A>
Timeout setInterval(F&& callback, double milliseconds = 1, A&&... args) NODECPP_CALLS(F, A) {
  return detail::startTimeout(detail::bound(std::forward<F>(callback), std::forward<A>(args)...), milliseconds, true);
}

// Calls `callback(args…)` in the check phase of the current turn, or of the next one if the check phase is running.
template <class F, class... A>
Immediate setImmediate(F&& callback, A&&... args) NODECPP_CALLS(F, A) {
  return detail::startImmediate(detail::bound(std::forward<F>(callback), std::forward<A>(args)...));
}

// Clear a timer. A timer that is undefined, has fired or was cleared is ignored.
void clearTimeout(const Timeout& timeout);
void clearTimeout(double id);
inline void clearInterval(const Timeout& timeout) { clearTimeout(timeout); }
inline void clearInterval(double id) { clearTimeout(id); }
void clearImmediate(const Immediate& immediate);

// Runs `callback` as a microtask, after the running callback and the nextTick queue.
template <class F>
void queueMicrotask(F&& callback)
    NODECPP_DIAGNOSE((!detail::Callback<F>), "a microtask is called without arguments") {
  detail::queueMicrotaskFunction(detail::bound(std::forward<F>(callback)));
}

// The names of Node's module `timers`.
namespace timers {
using nodecpp::clearImmediate;
using nodecpp::clearInterval;
using nodecpp::clearTimeout;
using nodecpp::setImmediate;
using nodecpp::setInterval;
using nodecpp::setTimeout;
}  // namespace timers

#undef NODECPP_CALLS

}  // namespace nodecpp
