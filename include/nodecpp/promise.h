// Promise: eager and copyable, as JavaScript's. Copies are the same promise; it may be awaited more than once.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Promise
//
//   Promise<String> greet(String name) {               async function greet(name) {
//     co_await sleep(10);                                await sleep(10);
//     co_return "hello " + name;                         return 'hello ' + name;
//   }                                                  }
//
// The order of callbacks is JavaScript's: an await costs one microtask whether the promise is settled or not, returning
// a promise from a coroutine or a callback costs two more.
//
// Lives: a promise is freed with the last handle to it. A suspended coroutine is held by what may resume it, not by
// handles to its promise: letting go of a promise stops nothing. But when the last thing is gone that could settle what it
// waits for (a resolving function, a timer, a coroutine), nothing can resume it: its frame ends, destructors running from
// the inside out, in a microtask soon after. What waits when the program ends is ended likewise.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/promise/coroutine.h>
#include <nodecpp/promise/state.h>
#include <nodecpp/promise/then.h>

namespace nodecpp {

// The two functions that a Promise's executor is given. Copies settle the same promise; the first call counts.
template <class T>
class Resolver {
 public:
  // Takes over a settler.
  explicit Resolver(detail::StateOf<T>* state) noexcept : state_(state) {}
  Resolver(const Resolver& other) noexcept : state_(other.state_) {
    if (state_) ++state_->settlers;
  }
  Resolver(Resolver&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  Resolver& operator=(Resolver other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Resolver() {
    if (state_) detail::dropSettler(state_);
  }

  // Fulfils the promise, or has it follow another. A copy of `value` is kept.
  template <class V = T>
    requires(!std::is_void_v<T>) && (std::convertible_to<V &&, T> || std::same_as<std::decay_t<V>, Promise<T>>)
  void operator()(V&& value) const {
    if (state_ && !std::exchange(state_->resolved, true)) detail::resolveWith<T>(state_, std::forward<V>(value));
  }
  template <class V>
    requires std::is_void_v<T> && detail::isPromise<std::decay_t<V>>
  void operator()(V&& promise) const {
    if (state_ && !std::exchange(state_->resolved, true)) detail::resolveWith<T>(state_, promise);
  }
  void operator()() const
    requires std::is_void_v<T>
  {
    if (state_ && !std::exchange(state_->resolved, true)) detail::fulfilled(state_);
  }
  void operator()(Undefined) const
    requires std::is_void_v<T>
  {
    (*this)();
  }

 private:
  detail::StateOf<T>* state_;
};

class Rejector {
 public:
  explicit Rejector(detail::PromiseState* state) noexcept : state_(state) {}
  Rejector(const Rejector& other) noexcept : state_(other.state_) {
    if (state_) ++state_->settlers;
  }
  Rejector(Rejector&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  Rejector& operator=(Rejector other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Rejector() {
    if (state_) detail::dropSettler(state_);
  }

  // Rejects the promise with an Error, an exception of any type, or a std::exception_ptr.
  template <class E>
  void operator()(E&& reason) const {
    if (state_ && !std::exchange(state_->resolved, true))
      detail::reject(state_, detail::asException(std::forward<E>(reason)));
  }
  // With undefined.
  void operator()() const { (*this)(Error()); }
  // For the runtime, of an error that comes from outside: its stack gets the coroutines that await the promise.
  void withStack(const Error& error) const;

 private:
  detail::PromiseState* state_;
};

template <class T>
struct WithResolvers {
  Promise<T> promise;
  Resolver<T> resolve;
  Rejector reject;
};

template <class T>
class Promise {
  static_assert(!detail::isPromise<T>, "a promise of a promise is that promise");
  static_assert(std::same_as<T, std::decay_t<T>>);

 public:
  using IsPromise = void;  // by which other headers know a promise
  using Value = T;

  // Undefined: using it throws Node's TypeError.
  constexpr Promise() noexcept = default;
  constexpr Promise(std::nullptr_t) noexcept {}
  // new Promise((resolve, reject) => …). Calls `executor` at once; what it throws rejects the promise. When both functions
  // are gone without a call, the promise stays pending and what waits for it is ended.
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, Promise>) && (!detail::isPromise<std::remove_cvref_t<F>>) &&
            detail::TakesSomeOf<F, Resolver<T>, Rejector>
  explicit Promise(F&& executor NODECPP_NOESCAPE) : Promise(detail::makeState<T>()) {
    detail::countHolder(state_->refs);  // the first was the settlers'
    Resolver<T> resolve(state_);
    ++state_->settlers;
    Rejector reject(state_);
    try {
      detail::callWithFewer(executor, Resolver<T>(resolve), Rejector(reject));
    } catch (...) {
      reject(detail::caught());
    }
  }
  // Takes over a reference. For the runtime.
  explicit Promise(detail::StateOf<T>* state) noexcept : state_(state) {}
  Promise(const Promise& other) noexcept : state_(other.state_) {
    if (state_) detail::retain(state_);
  }
  Promise(Promise&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  // Any promise is a Promise<>: the same one, whose value is not looked at.
  template <class U>
    requires std::is_void_v<T> && (!std::is_void_v<U>)
  Promise(const Promise<U>& other) noexcept : state_(other.stateOrNull()) {
    if (state_) detail::retain(state_);
  }
  Promise& operator=(Promise other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Promise() {
    if (state_) detail::release(state_);
  }

  explicit operator bool() const noexcept { return state_ != nullptr; }
  // Whether they are the same promise.
  template <class U>
  friend bool operator==(const Promise& a, const Promise<U>& b) noexcept {
    return static_cast<const void*>(a.stateOrNull()) == static_cast<const void*>(b.stateOrNull());
  }
  friend bool operator==(const Promise& a, std::nullptr_t) noexcept { return !a.state_; }

  // Calls `onFulfilled(value)` in a microtask after the promise is fulfilled. Returns a promise of what it returns, throws,
  // or of the outcome of the promise that it returns. A rejection passes through. Callbacks may take fewer arguments.
  template <class F>
  auto then(F&& onFulfilled) const& {
    return detail::then<T>(state(), std::forward<F>(onFulfilled), detail::PassOn{});
  }
  // `onRejected(error)` is called instead when it is rejected: with an Error (an exception of another kind is converted,
  // see docs/promise.md), or with the std::exception_ptr when it takes that. An undefined callback (nullptr) passes on.
  // Where the two return different types, the result is of their common type, or Promise<> when one returns nothing.
  template <class F, class G>
  auto then(F&& onFulfilled, G&& onRejected) const& {
    return detail::then<T>(state(), detail::orPassOn(std::forward<F>(onFulfilled)),
                           detail::orPassOn(std::forward<G>(onRejected)));
  }
  template <class G>
  auto catch_(G&& onRejected) const& {
    return then(nullptr, std::forward<G>(onRejected));
  }
  // Calls `onFinally()` either way, waits for the promise that it returns, and passes the outcome on, unless it throws or
  // that promise is rejected.
  template <class F>
  Promise finally_(F&& onFinally) const& {
    return detail::finally_<T>(*this, std::forward<F>(onFinally));
  }
  // A temporary lets go of the promise: it may live as long as `co_await f().then(…)` waits, and must not count as another
  // holder when that is retracted.
  template <class... F>
  auto then(F&&... callbacks) && {
    auto made = std::as_const(*this).then(std::forward<F>(callbacks)...);
    *this = nullptr;
    return made;
  }
  template <class G>
  auto catch_(G&& onRejected) && {
    return std::move(*this).then(nullptr, std::forward<G>(onRejected));
  }
  template <class F>
  Promise finally_(F&& onFinally) && {
    Promise made = std::as_const(*this).finally_(std::forward<F>(onFinally));
    *this = nullptr;
    return made;
  }

  // The value, or throws what the promise was rejected with: the exception itself.
  detail::VariableAwaiter<T> operator co_await() const& {
    detail::retain(state());
    return detail::VariableAwaiter<T>(state_, this);
  }
  detail::PromiseAwaiter<T> operator co_await() && {
    state();
    return detail::PromiseAwaiter<T>(std::exchange(state_, nullptr));
  }

  // Promise.resolve(value): a promise fulfilled with it; of a promise, that promise itself. Promise<>::resolve(5) is a
  // Promise<int>, Promise<double>::resolve(5) a Promise<double>.
  template <class V>
  static auto resolve(V&& value) {
    if constexpr (detail::isPromise<std::decay_t<V>>) {
      return std::forward<V>(value);
    } else {
      using U = std::conditional_t<std::is_void_v<T>, detail::Unwrapped<V>, T>;
      auto* made = detail::makeState<U>();
      Promise<U> promise(made);
      made->settlers = 0;
      detail::resolveWith<U>(made, std::forward<V>(value));
      return promise;
    }
  }
  static Promise resolve()
    requires std::is_void_v<T>
  {
    return Promise<>::resolve(Undefined{});
  }
  // Promise.reject(error): Promise<>::reject<int>(error) is a Promise<int>.
  template <class R = T, class E = Error>
  static Promise<R> reject(E&& reason) {
    auto* made = detail::makeState<R>();
    Promise<R> promise(made);
    made->settlers = 0;
    detail::reject(made, detail::asException(std::forward<E>(reason)));
    return promise;
  }
  // Promise.withResolvers(): const {promise, resolve, reject}.
  static WithResolvers<T> withResolvers() {
    auto* made = detail::makeState<T>();
    made->refs = made->settlers = 2;
    return {Promise(made), Resolver<T>(made), Rejector(made)};
  }
  // Promise.try(f, args…): calls it at once; its result, its failure or its promise becomes the promise.
  template <class F, class... A>
  static auto try_(F&& f, A&&... args) {
    using R = std::invoke_result_t<F, A...>;
    return Promise<detail::Unwrapped<R>>([&](auto resolve) {
      if constexpr (std::is_void_v<R>) {
        std::forward<F>(f)(std::forward<A>(args)...);
        resolve();
      } else {
        resolve(std::forward<F>(f)(std::forward<A>(args)...));
      }
    });
  }

  // The combinators take promises and values, or a list, a Set, a generator of promises; `then` is called on each in order. A
  // Promise<> contributes Undefined.
  // Of the values in order: Promise<std::tuple<…>>, or Promise<std::vector<…>>. Rejected with the first rejection.
  template <class... P>
  static auto all(P&&... promises) {
    return detail::combine<detail::All>(std::forward<P>(promises)...);
  }
  // The same of Settled<…>, whose `status` is "fulfilled" or "rejected". Never rejected.
  template <class... P>
  static auto allSettled(P&&... promises) {
    return detail::combine<detail::AllSettled>(std::forward<P>(promises)...);
  }
  // The first outcome; a promise of the values' common type. Without promises it stays pending.
  template <class... P>
  static auto race(P&&... promises) {
    return detail::combine<detail::Race>(std::forward<P>(promises)...);
  }
  // The first value; an AggregateError of all reasons when every one is rejected.
  template <class... P>
  static auto any(P&&... promises) {
    return detail::combine<detail::Any>(std::forward<P>(promises)...);
  }

  // For the runtime: throws a TypeError when undefined.
  detail::StateOf<T>* state() const {
    if (NODECPP_FAILS(nullPromise, !state_)) [[unlikely]]
      detail::throwUndefined();
    return state_;
  }
  detail::StateOf<T>* stateOrNull() const noexcept { return state_; }

 private:
  detail::StateOf<T>* state_ = nullptr;
};

template <class T>
Promise<T> detail::CoroutineBase<T>::get_return_object() noexcept {
  Header* own = header();
  own->frame = std::coroutine_handle<CoroutineBase>::from_promise(*this);
  own->own = own;
  detail::countHolder(own->refs);
  return Promise<T>(static_cast<StateOf<T>*>(own));
}

}  // namespace nodecpp

#include <nodecpp/promise/combine.h>
