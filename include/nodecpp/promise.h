// Promise is eager and copyable, as in JavaScript. Copies are handles to the same promise, and a promise may be awaited
// more than once. The functions are those of MDN's page on Promise, with the same results:
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Promise
//
//   Promise<String> greet(String name) {               async function greet(name) {
//     co_await sleep(10);                                await sleep(10);
//     co_return "hello " + name;                         return 'hello ' + name;
//   }                                                  }
//
// Callbacks run in JavaScript's order: an await costs one microtask whether the promise is settled or not, and
// returning a promise from a coroutine or from a callback costs two more.
//
// Lifetime: a promise is freed with the last handle to it. A suspended coroutine is kept alive by whatever may resume
// it, and not by the handles to its promise: dropping a handle stops nothing. When everything that could settle the
// awaited promise is gone (its resolving functions, a timer, a coroutine), nothing can resume the coroutine any more.
// Its frame is then destroyed in a microtask soon after, innermost frame first, with all destructors. Coroutines that
// still wait when the program ends are destroyed in the same way.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/promise/coroutine.h>
#include <nodecpp/promise/promise_state.h>
#include <nodecpp/promise/then.h>
#include <nodecpp/promise/var_awaiter.h>
#include <nodecpp/traits.h>

namespace nodecpp {

// Resolver and Rejector are the two functions that a Promise's executor is given. Copies settle the same promise. Only
// the first call of either function has an effect.
template <class T>
class Resolver {
 public:
  // For the runtime: takes ownership of one settler that `state` has counted already.
  explicit Resolver(detail::StateOf<T>* state) noexcept : state_(state) {}
  Resolver(const Resolver& other) noexcept : state_(other.state_) {
    if (state_) ++state_->settlers;
  }
  Resolver(Resolver&& other) noexcept : state_(detail::exchange(other.state_, nullptr)) {}
  Resolver& operator=(Resolver other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Resolver() {
    if (state_) detail::dropSettler(state_);
  }

  // Fulfils the promise with `value`, which is copied or moved into it. Given another promise, makes this promise take
  // that one's outcome. Does nothing when the promise has been resolved or rejected before.
  template <class V = T>
    requires(!std::is_void_v<T>) && (detail::ConvertsTo<V &&, T> || std::same_as<std::decay_t<V>, Promise<T>>)
  void operator()(V&& value) const {
    if (state_ && !detail::exchange(state_->resolved, true)) detail::resolveWith<T>(state_, std::forward<V>(value));
  }
  template <class V>
    requires std::is_void_v<T> && detail::isPromise<std::decay_t<V>>
  void operator()(V&& promise) const {
    if (state_ && !detail::exchange(state_->resolved, true)) detail::resolveWith<T>(state_, promise);
  }
  void operator()() const
    requires std::is_void_v<T>
  {
    if (state_ && !detail::exchange(state_->resolved, true)) detail::fulfilled(state_);
  }
  void operator()(Undefined) const
    requires std::is_void_v<T>
  {
    (*this)();
  }
  // Two are equal when they settle the same promise: `waiting.filter(each => each !== resolve)`.
  friend bool operator==(const Resolver& a, const Resolver& b) noexcept { return a.state_ == b.state_; }

 private:
  detail::StateOf<T>* state_;
};

class Rejector {
 public:
  explicit Rejector(detail::PromiseState* state) noexcept : state_(state) {}
  Rejector(const Rejector& other) noexcept : state_(other.state_) {
    if (state_) ++state_->settlers;
  }
  Rejector(Rejector&& other) noexcept : state_(detail::exchange(other.state_, nullptr)) {}
  Rejector& operator=(Rejector other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Rejector() {
    if (state_) detail::dropSettler(state_);
  }

  // Rejects the promise. `reason` is an Error, an exception object of any type, or a std::exception_ptr. Does nothing
  // when the promise has been resolved or rejected before.
  template <class E>
  void operator()(E&& reason) const {
    if (state_ && !detail::exchange(state_->resolved, true))
      detail::reject(state_, detail::asException(std::forward<E>(reason)));
  }
  // Rejects the promise with `undefined`.
  void operator()() const { (*this)(Error()); }
  // For the runtime, when an error comes from outside the program (a socket, a file): adds the coroutines that await
  // the promise to the error's stack, then rejects the promise with it.
  void withStack(const Error& error) const;
  friend bool operator==(const Rejector& a, const Rejector& b) noexcept { return a.state_ == b.state_; }

 private:
  detail::PromiseState* state_;
};

// The result of Promise<T>::withResolvers(): a pending promise and the two functions that settle it.
template <class T>
struct WithResolvers {
  Promise<T> promise;
  Resolver<T> resolve;
  Rejector reject;
  template <class I>
  void inspectTo(I& out) const {
    out.property("promise", promise).property("resolve", resolve).property("reject", reject);
  }
};

template <class T>
class Promise {
  static_assert(!detail::isPromise<T>, "a promise of a promise is that promise");
  static_assert(std::same_as<T, std::decay_t<T>>);

 public:
  // Marks the class as a promise, so that other headers can recognise one without including this header.
  using IsPromise = void;
  using NodecppBoxed = Promise;  // a var may hold a promise
  using Value = T;

  // Makes an undefined handle. Using it throws the TypeError that Node throws for `undefined`.
  constexpr Promise() noexcept = default;
  constexpr Promise(std::nullptr_t) noexcept {}
  // The value of what is missing: a Map of the promises of running work gives it for a key without work.
  static constexpr Promise undefined() noexcept { return {}; }
  bool isUndefined() const noexcept { return !state_; }
  // JavaScript's `new Promise((resolve, reject) => …)`. Calls `executor` before the constructor returns. What the
  // executor throws rejects the promise. When all copies of both functions are destroyed without a call, the promise
  // stays pending, and the coroutines and callbacks that wait for it are destroyed.
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, Promise>) && (!detail::isPromise<std::remove_cvref_t<F>>) &&
            detail::TakesSomeOf<F, Resolver<T>, Rejector>
  explicit Promise(F&& executor NODECPP_NOESCAPE) : Promise(detail::makeState<T>()) {
    // The first reference to the promise's state belongs to its settlers, so the handle needs another one.
    detail::countHolder(state_->refs);
    Resolver<T> resolve(state_);
    ++state_->settlers;
    Rejector reject(state_);
    try {
      detail::callWithFewer(executor, Resolver<T>(resolve), Rejector(reject));
    } catch (...) {
      reject(detail::caught());
    }
  }
  // For the runtime: takes ownership of one reference to `state`.
  explicit Promise(detail::StateOf<T>* state) noexcept : state_(state) {}
  Promise(const Promise& other) noexcept : state_(other.state_) {
    if (state_) detail::retain(state_);
  }
  Promise(Promise&& other) noexcept : state_(detail::exchange(other.state_, nullptr)) {}
  // Any promise converts to a Promise<>. The result is the same promise, but its value cannot be read.
  template <class U>
    requires std::is_void_v<T> && (!std::is_void_v<U>)
  Promise(const Promise<U>& other) noexcept : state_(other.stateOrNull()) {
    if (state_) detail::retain(state_);
  }
  // A promise of another type whose value converts: a Promise<String> becomes a Promise<var>. The result is another
  // promise, which is settled at the same moment.
  template <class U>
    requires(!std::same_as<T, U>) && (!std::is_void_v<T>) && detail::ConvertsTo<const U&, T>
  Promise(const Promise<U>& other) : state_(detail::converted<T, U>(other.stateOrNull())) {}
  Promise& operator=(Promise other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Promise() {
    if (state_) detail::release(state_);
  }

  explicit operator bool() const noexcept { return state_ != nullptr; }
  // Two promises are equal when they are handles to the same promise.
  template <class U>
  friend bool operator==(const Promise& a, const Promise<U>& b) noexcept {
    return static_cast<const void*>(a.stateOrNull()) == static_cast<const void*>(b.stateOrNull());
  }
  friend bool operator==(const Promise& a, std::nullptr_t) noexcept { return !a.state_; }

  template <class I>
  void inspectTo(I& out) const {
    using detail::Outcome;
    if (!state_) return out.undefined();
    const Outcome outcome = state_->outcome;
    out.promise(state_, outcome == Outcome::pending ? "<pending>" : outcome == Outcome::rejected ? "<rejected>" : "");
    if (outcome == Outcome::rejected) out.element(detail::errorFrom(state_->error));
    if constexpr (!std::is_void_v<T>)
      if (outcome == Outcome::fulfilled) out.element(state_->value);
  }

  // Calls `onFulfilled(value)` in a microtask after the promise is fulfilled. Returns a promise that is fulfilled with
  // what the callback returns, rejected with what it throws, or takes the outcome of the promise that it returns. When
  // this promise is rejected, the returned promise is rejected with the same reason. A callback may take fewer
  // arguments.
  template <class F>
  auto then(F&& onFulfilled) const& {
    return detail::then<T>(state(), std::forward<F>(onFulfilled), detail::PassThroughValue{});
  }
  // Calls `onRejected(error)` when the promise is rejected. The callback gets an Error (an exception of another type is
  // converted, see docs/promise.md) or, when its parameter is a std::exception_ptr, the exception unchanged. A callback
  // that is nullptr is undefined: the outcome is then passed on. When the two callbacks return different types, the
  // returned promise has their common type, or is a Promise<> when one of them returns nothing.
  template <class F, class G>
  auto then(F&& onFulfilled, G&& onRejected) const& {
    return detail::then<T>(state(), detail::orPassThrough(std::forward<F>(onFulfilled)),
                           detail::orPassThrough(std::forward<G>(onRejected)));
  }
  // JavaScript's promise.catch(onRejected), which is then(nullptr, onRejected).
  template <class G>
  auto catch_(G&& onRejected) const& {
    return then(nullptr, std::forward<G>(onRejected));
  }
  // Calls `onFinally()` without arguments when the promise is fulfilled or rejected. Waits for the promise that the
  // callback returns, then passes the outcome of this promise on. When the callback throws or its promise is rejected,
  // the returned promise is rejected with that error instead.
  template <class F>
  Promise finally_(F&& onFinally) const& {
    return detail::finally_<T>(*this, std::forward<F>(onFinally));
  }
  // The same by JavaScript's own name, which is no keyword of C++.
  template <class F>
  Promise finally(F&& onFinally) const& {
    return finally_(std::forward<F>(onFinally));
  }
  // The overloads for temporaries release the handle at once. The temporary in `co_await f().then(…)` lives as long as
  // the co_await waits. If it kept the promise, it would count as another holder, and retracting the wait would not
  // retract f().
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
  template <class F>
  Promise finally(F&& onFinally) && {
    return std::move(*this).finally_(std::forward<F>(onFinally));
  }

  // `co_await promise` gives the promise's value, or throws the exception that the promise was rejected with.
  detail::VariableAwaiter<T> operator co_await() const& {
    detail::retain(state());
    return detail::VariableAwaiter<T>(state_, this);
  }
  detail::PromiseAwaiter<T> operator co_await() && {
    state();
    return detail::PromiseAwaiter<T>(detail::exchange(state_, nullptr));
  }

  // Promise.resolve(value): returns a promise that is fulfilled with `value`. If `value` is a promise, returns that
  // promise itself. Promise<>::resolve(5) is a Promise<int>, Promise<double>::resolve(5) is a Promise<double>.
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
  // Promise.reject(reason): returns a rejected promise. Promise<>::reject<int>(error) is a Promise<int>.
  template <class R = T, class E = Error>
  static Promise<R> reject(E&& reason) {
    auto* made = detail::makeState<R>();
    Promise<R> promise(made);
    made->settlers = 0;
    detail::reject(made, detail::asException(std::forward<E>(reason)));
    return promise;
  }
  // Promise.withResolvers(): `const {promise, resolve, reject} = Promise.withResolvers()` in JavaScript.
  static WithResolvers<T> withResolvers() {
    auto* made = detail::makeState<T>();
    made->refs = made->settlers = 2;
    return {Promise(made), Resolver<T>(made), Rejector(made)};
  }
  // Promise.try(f, args…): calls `f` at once. The returned promise is fulfilled with its result, rejected with what it
  // throws, or takes the outcome of the promise that it returns.
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

  // The combinators take promises and plain values, or one list, Set or generator of promises, or promises of one type
  // in braces, which are a list. They call `then` on each promise in order. A Promise<> contributes `Undefined`.
  //
  // Promise.all: is fulfilled with the values in the order of the arguments, as a Promise<std::tuple<…>>, or as a
  // Promise<Array<…>> when it was given a list. Is rejected with the first rejection.
  template <class... P>
  static auto all(P&&... promises) {
    return detail::combine<detail::All>(std::forward<P>(promises)...);
  }
  template <class V>
  static auto all(std::initializer_list<Promise<V>> promises) {
    return detail::combineBraces<detail::All>(promises);
  }
  // Promise.allSettled: is fulfilled with one Settled<…> for each promise, and is never rejected. The `status` of a
  // Settled is "fulfilled" or "rejected".
  template <class... P>
  static auto allSettled(P&&... promises) {
    return detail::combine<detail::AllSettled>(std::forward<P>(promises)...);
  }
  template <class V>
  static auto allSettled(std::initializer_list<Promise<V>> promises) {
    return detail::combineBraces<detail::AllSettled>(promises);
  }
  // Promise.race: takes the outcome of the promise that is settled first. The value has the common type of the
  // promises' values. Without any promise it stays pending.
  template <class... P>
  static auto race(P&&... promises) {
    return detail::combine<detail::Race>(std::forward<P>(promises)...);
  }
  template <class V>
  static auto race(std::initializer_list<Promise<V>> promises) {
    return detail::combineBraces<detail::Race>(promises);
  }
  // Promise.any: is fulfilled with the first value. When every promise is rejected, is rejected with an AggregateError
  // of all reasons.
  template <class... P>
  static auto any(P&&... promises) {
    return detail::combine<detail::Any>(std::forward<P>(promises)...);
  }
  template <class V>
  static auto any(std::initializer_list<Promise<V>> promises) {
    return detail::combineBraces<detail::Any>(promises);
  }

  // For the runtime: returns the state, and throws a TypeError when the handle is undefined. The pointer is valid as
  // long as a handle to the promise exists.
  detail::StateOf<T>* state() const {
    if (NODECPP_FAILS(nullPromise, !state_)) [[unlikely]]
      detail::throwUndefined();
    return state_;
  }
  detail::StateOf<T>* stateOrNull() const noexcept { return state_; }
  const void* identity() const noexcept { return state_; }
  static const auto& fulfilledValue(detail::PromiseState* state) { return static_cast<detail::StateOf<T>*>(state)->value; }
  String toString() const { return state_ ? "[object Promise]" : "undefined"; }

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
