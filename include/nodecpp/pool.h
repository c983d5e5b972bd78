// pool::run computes on another thread: `co_await pool::run(countPrimes, limit)` runs the function on a thread of the
// pool, while the event loop serves other events. Node has no such module. Its programs use a pool of worker_threads.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/thread_transfer.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace pool {

struct Options {
  // A signal that cancels the call: the promise is then rejected with an AbortError, with the signal's reason as its
  // cause.
  AbortSignal signal{};
  int priority = 0;  // Calls with a higher priority run first, calls of equal priority in order.
};

}  // namespace pool

namespace detail {

// One call on its way through the pool. `run` is called on a thread of the pool, the other functions on the loop's
// thread.
class PoolCall {
 public:
  virtual ~PoolCall() = default;
  virtual void run() noexcept = 0;
  virtual void settle() = 0;
  virtual void fail(const Error& error) = 0;
  // Releases the promise, which belongs to the loop's thread. The other members may be destroyed on any thread.
  virtual void letGo() noexcept = 0;
};
// Gives the call to the pool, which then owns it. Returns the function that stops the call.
Function<void()> startPoolCall(PoolCall* call, const pool::Options& options);

// Stores a result or an exception. It is published as a whole by one atomic store, because a snapshot of the process
// may be taken at any time. A call that is unfinished in the snapshot is computed again.
template <class R>
struct PoolOutcome {
  std::optional<std::conditional_t<std::is_void_v<R>, std::monostate, R>> value{};
  std::exception_ptr error{};
};

// Returns the exception that is being handled, without any data that it shares with this thread.
std::exception_ptr crossingException();

template <class R, class F, class... A>
class PoolCallOf final : public PoolCall {
 public:
  PoolCallOf(Resolver<R> resolve, Rejector reject, A... arguments)
      : resolve_(std::move(resolve)), reject_(std::move(reject)), arguments_(std::move(arguments)...) {
    std::apply([](auto&... each) { (unshareIn(each), ...); }, arguments_);
  }
  PoolCallOf(Resolver<R> resolve, Rejector reject, F function, A... arguments)
    requires std::is_pointer_v<F>
      : PoolCallOf(std::move(resolve), std::move(reject), std::move(arguments)...) {
    function_ = function;
  }
  ~PoolCallOf() override { delete outcome(); }

  void run() noexcept override {
    auto* outcome = new PoolOutcome<R>;
    try {
      // The arguments are passed as const, so that they are unchanged if the call has to be made again.
      if constexpr (std::is_void_v<R>) {
        std::apply(function_, std::as_const(arguments_));
        outcome->value.emplace();
      } else {
        outcome->value.emplace(std::apply(function_, std::as_const(arguments_)));
        unshareIn(*outcome->value);
      }
    } catch (...) {
      outcome->error = crossingException();
    }
    __atomic_store_n(&outcome_, outcome, __ATOMIC_RELEASE);
  }
  void settle() override {
    PoolOutcome<R>* outcome = this->outcome();
    if (outcome->error)
      (*reject_)(nodecpp::detail::exchange(outcome->error, nullptr));
    else if constexpr (std::is_void_v<R>)
      (*resolve_)();
    else
      (*resolve_)(std::move(*outcome->value));
    letGo();
  }
  void fail(const Error& error) override {
    (*reject_)(error);
    letGo();
  }
  void letGo() noexcept override {
    resolve_.reset();
    reject_.reset();
  }

 private:
  PoolOutcome<R>* outcome() const noexcept { return __atomic_load_n(&outcome_, __ATOMIC_ACQUIRE); }

  std::optional<Resolver<R>> resolve_;
  std::optional<Rejector> reject_;
  std::tuple<A...> arguments_;
  F function_{};
  PoolOutcome<R>* outcome_ = nullptr;
};

template <class T>
inline constexpr bool isFunctionPointer = std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>;
// The type in which an argument is passed. A string literal becomes a String.
template <class T>
using PoolArgument = std::conditional_t<StringPointer<T>, String, std::decay_t<T>>;

template <class T>
constexpr bool checkPoolArgument() {
  static_assert(
      crossesThreads<T>,
      "pool::run: an argument of this type does not go to another thread. Handles, let, functions, promises, "
      "pointers and views belong to the loop's; give numbers, strings, Buffers, containers of them, or a type "
      "for which crossesThreads is declared");
  return true;
}

}  // namespace detail

namespace pool {

// Calls `f(arguments…)` on a thread of the pool. The returned promise is fulfilled with the result of `f`, or rejected
// with the exception that `f` throws, in its original type. `f` is a function or a lambda without captures, and no
// coroutine. It must not use anything of the event loop, and neither `f` nor its arguments may refer to anything
// outside. Arguments are copied, and so are the bytes of strings and Buffers that other objects refer to. The bytes of
// a Buffer are not copied when it is moved in and is the only reference to them. `f` may take its arguments by const
// reference.
//
// The promise is rejected with ERR_POOL_QUEUE_FULL when too many calls wait (--nodecpp-pool-queue). A call that is
// aborted, or whose promise is retracted, is not started if it is still waiting. A call that is running runs to its
// end, and its outcome is ignored. The pool's threads have a lower scheduling priority than the loops' threads.
template <class F, class... A>
  requires(!std::same_as<std::remove_cvref_t<F>, Options>)
auto run(const Options& options, F&& f, A&&... arguments) {
  using Fn = std::decay_t<F>;
  static_assert(std::is_empty_v<Fn> || nodecpp::detail::isFunctionPointer<Fn>,
                "pool::run takes a function or a lambda without captures: give what it needs as arguments");
  static_assert((nodecpp::detail::checkPoolArgument<nodecpp::detail::PoolArgument<A>>() && ... && true));
  static_assert(std::is_invocable_v<Fn, const nodecpp::detail::PoolArgument<A>&...>,
                "pool::run: the function does not take these arguments (it takes them by value or const reference)");
  using R = std::decay_t<std::invoke_result_t<Fn, const nodecpp::detail::PoolArgument<A>&...>>;
  static_assert(!nodecpp::detail::isPromise<R>, "pool::run: the function is plain code, not a coroutine");
  static_assert(crossesThreads<R>, "pool::run: the function's result does not go to another thread");
  // Types that were refused above are not instantiated further, so that the compiler prints only one error.
  if constexpr (std::is_empty_v<Fn> || nodecpp::detail::isFunctionPointer<Fn>)
    return operation<R>([&](Resolver<R> resolve, Rejector reject) {
      using Call = nodecpp::detail::PoolCallOf<R, Fn, nodecpp::detail::PoolArgument<A>...>;
      nodecpp::detail::PoolCall* call = nullptr;
      if constexpr (std::is_pointer_v<Fn>)
        call = new Call(std::move(resolve), std::move(reject), f,
                        nodecpp::detail::PoolArgument<A>(std::forward<A>(arguments))...);
      else
        call = new Call(std::move(resolve), std::move(reject),
                        nodecpp::detail::PoolArgument<A>(std::forward<A>(arguments))...);
      return nodecpp::detail::startPoolCall(call, options);
    });
}

template <class F, class... A>
  requires(!std::same_as<std::remove_cvref_t<F>, Options>)
auto run(F&& f, A&&... arguments) {
  return run(Options{}, std::forward<F>(f), std::forward<A>(arguments)...);
}

}  // namespace pool

}  // namespace nodecpp
