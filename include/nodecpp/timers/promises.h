// timers/promises: timers as promises. https://nodejs.org/docs/latest-v24.x/api/timers.html#timers-promises-api
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/semaphore.h>
#include <nodecpp/concurrency/sequence.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/let.h>
#include <nodecpp/timers.h>
#include <nodecpp/timers/promise_timer.h>

namespace nodecpp::timers::promises {

struct TimerOptions {
  bool ref = true;  // whether the timer keeps the event loop running
  AbortSignal signal{};
};

}  // namespace nodecpp::timers::promises

namespace nodecpp::detail {

std::exception_ptr abortedBy(const AbortSignal& signal);
// The timer of an interval, which is cleared when the sequence ends.
class PromiseInterval {
 public:
  PromiseInterval(double milliseconds, const TimerOptions& options);
  PromiseInterval(const PromiseInterval&) = delete;
  ~PromiseInterval();
  Condition changed;
  let<std::size_t> due = std::size_t(0);

 private:
  AbortSignal signal_;
  Timeout timer_;
  Function<void()> onAbort_;
};

// As promiseTimer without a signal. With one, the promise is rejected when the signal aborts.
template <class V>
Promise<TimerValue<V>> abortableTimer(double milliseconds, V&& value, const TimerOptions& options) {
  if (options.signal && options.signal->aborted()) return Promise<>::reject<TimerValue<V>>(abortedBy(options.signal));
  auto promise = promiseTimer(milliseconds, std::forward<V>(value), &options);
  // The further promises delay the result by as many microtasks as in Node, so that the order is Node's.
  if (options.signal) return promise.then(nullptr, nullptr).finally_([] {}).then(nullptr, nullptr);
  return promise;
}

template <class T>
Sequence<T> promiseInterval(double delay, T value, TimerOptions options) {
  if (options.signal && options.signal->aborted()) std::rethrow_exception(abortedBy(options.signal));
  PromiseInterval interval(delay, options);
  while (!(options.signal && options.signal->aborted())) {
    if (interval.due.value() == 0) co_await interval.changed.wait();
    for (; interval.due.value() > 0; --interval.due) co_yield std::as_const(value);
  }
  std::rethrow_exception(abortedBy(options.signal));
}

}  // namespace nodecpp::detail

namespace nodecpp::timers::promises {

// Returns a promise that is fulfilled with `value` after `delay` milliseconds; nullptr and Undefined stand for no
// value. When `options.signal` aborts, the promise is rejected with an AbortError whose cause is the signal's reason.
template <class V = Undefined>
auto setTimeout(double delay = 1, V&& value = {}, TimerOptions options = {}) {
  return detail::abortableTimer(detail::delayOf(delay), std::forward<V>(value), options);
}
// Returns a promise that is fulfilled with `value` in the check phase of the event loop. It is rejected as the promise
// of setTimeout is.
template <class V = Undefined>
auto setImmediate(V&& value = {}, TimerOptions options = {}) {
  return detail::abortableTimer(__builtin_nan(""), std::forward<V>(value), options);
}
// Yields `value` every `delay` milliseconds, once for each time that was due. When the signal aborts, the sequence
// throws an AbortError.
template <class V = Undefined>
auto setInterval(double delay = 1, V&& value = {}, TimerOptions options = {}) {
  using T = detail::Plain<std::decay_t<V>>;
  return detail::promiseInterval<std::conditional_t<detail::StringPointer<T>, String, T>>(delay, std::forward<V>(value), std::move(options));
}

struct WaitOptions {
  AbortSignal signal{};
};
// The functions of Node's scheduler. wait() is fulfilled after `delay` milliseconds.
struct Scheduler {
  Promise<> wait(double delay, WaitOptions options = {}) const {
    return setTimeout(delay, nullptr, {.signal = std::move(options.signal)});
  }
  // Returns a promise as the function `yield` of Node's scheduler does: fulfilled in the check phase of the event loop.
  Promise<> yield() const { return setImmediate(); }
};
inline constexpr Scheduler scheduler{};

}  // namespace nodecpp::timers::promises
