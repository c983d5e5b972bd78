// Timers, immediates and microtasks. https://nodejs.org/docs/latest-v24.x/api/timers.html
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/object.h>
#include <nodecpp/string.h>

namespace nodecpp {

class TimeoutObject;
class ImmediateObject;

// What setTimeout and setInterval return. Undefined when default-made.
class Timeout : public Handle<TimeoutObject> {
 public:
  using Handle<TimeoutObject>::Handle;
  // Members through `->`: see TimeoutObject.
  // Its number, which clearTimeout takes too. An undefined one is not a number.
  double operator+() const;
};

class Immediate : public Handle<ImmediateObject> {
 public:
  using Handle<ImmediateObject>::Handle;
};

// The methods of a Timeout. It lives while it is armed, or a handle refers to it.
class TimeoutObject : public Object {
 public:
  // Whether the program waits for this timer before it ends; both return this timer.
  virtual Timeout ref() = 0;
  virtual Timeout unref() = 0;
  virtual bool hasRef() const = 0;
  // Starts again with its duration, without a new timer. Returns this timer.
  virtual Timeout refresh() = 0;
  // clearTimeout(this).
  virtual Timeout close() = 0;
  // Its number, as `+timeout` gives it; clearTimeout takes it too.
  virtual double id() = 0;
};

inline double Timeout::operator+() const { return get() ? get()->id() : __builtin_nan(""); }

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

// The callback with the arguments that Node would keep for it.
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

// Calls `callback(args…)` once after `milliseconds`: 1 where it is less than 1, more than 2^31-1 or NaN. The callback may
// be a coroutine; a failure of it that nobody awaits is an unhandledRejection. Throws ERR_INVALID_ARG_TYPE for an undefined
// callback, as all of these do.
template <class F, class... A>
Timeout setTimeout(F&& callback, double milliseconds = 1, A&&... args) NODECPP_CALLS(F, A) {
  return detail::startTimeout(detail::bound(std::forward<F>(callback), std::forward<A>(args)...), milliseconds, false);
}

// The same, again and again.
template <class F, class... A>
Timeout setInterval(F&& callback, double milliseconds = 1, A&&... args) NODECPP_CALLS(F, A) {
  return detail::startTimeout(detail::bound(std::forward<F>(callback), std::forward<A>(args)...), milliseconds, true);
}

// Calls `callback(args…)` in the check phase of this turn, or of the next when it is running.
template <class F, class... A>
Immediate setImmediate(F&& callback, A&&... args) NODECPP_CALLS(F, A) {
  return detail::startImmediate(detail::bound(std::forward<F>(callback), std::forward<A>(args)...));
}

// Undefined, fired and cleared timers are fine.
void clearTimeout(const Timeout& timeout);
void clearTimeout(double id);
inline void clearInterval(const Timeout& timeout) { clearTimeout(timeout); }
inline void clearInterval(double id) { clearTimeout(id); }
void clearImmediate(const Immediate& immediate);

// Runs `callback` after the running callback and the nextTick queue.
template <class F>
void queueMicrotask(F&& callback)
    NODECPP_DIAGNOSE((!detail::Callback<F>), "a microtask is called without arguments") {
  detail::queueMicrotaskFunction(detail::bound(std::forward<F>(callback)));
}

// The module's own names.
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
