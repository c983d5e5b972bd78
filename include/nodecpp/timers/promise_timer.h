// The promise of a timer, which timers::promises::setTimeout and util::promisify(setTimeout) return.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/promise.h>

namespace nodecpp::timers::promises {
struct TimerOptions;
}

namespace nodecpp::detail {

using timers::promises::TimerOptions;

// Calls `fulfil` after `milliseconds`, or in the check phase when that is NaN. Retracting `state` clears the timer. The
// options may be null.
void startPromiseTimer(PromiseState* state, double milliseconds, const TimerOptions* options, Function<void()> fulfil,
                       Rejector reject);

template <class V>
using TimerValue = std::conditional_t<std::is_null_pointer_v<std::decay_t<V>>, void, Unwrapped<V>>;

// Returns a promise that is fulfilled with `value` by the timer. The `options` are used only in this call.
template <class V = Undefined>
Promise<TimerValue<V>> promiseTimer(double milliseconds, V&& value = {}, const TimerOptions* options = nullptr) {
  using T = TimerValue<V>;
  auto [promise, resolve, reject] = Promise<T>::withResolvers();
  Function<void()> fulfil;
  if constexpr (std::is_void_v<T>)
    fulfil = [resolve] { resolve(); };
  else
    fulfil = [resolve, kept = T(std::forward<V>(value))]() mutable { resolve(std::move(kept)); };
  resolve = Resolver<T>(nullptr);
  startPromiseTimer(promise.state(), milliseconds, options, std::move(fulfil), std::move(reject));
  return std::move(promise);
}
// A delay that is not a number stands for the shortest delay, as in setTimeout.
inline double delayOf(double delay) { return delay == delay ? delay : 1; }

}  // namespace nodecpp::detail
