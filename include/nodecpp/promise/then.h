// Implements then, catch_ and finally_. Programs use nodecpp/promise.h.
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/promise/coroutine.h>

namespace nodecpp::detail {

// Stands for a callback that is undefined: the outcome is passed on.
struct PassThroughValue {};
template <class F>
auto orPassThrough(F&& f) {
  if constexpr (std::is_null_pointer_v<std::decay_t<F>>)
    return PassThroughValue{};
  else
    return std::decay_t<F>(std::forward<F>(f));
}

// Settles `to` as `from` is settled, at the same moment; `copy` converts the value. To a program the two are one promise,
// since in JavaScript promises have no types. Returns `to`, with a reference for a handle.
PromiseState* convert(PromiseState* to, PromiseState* from, void (*copy)(PromiseState* to, PromiseState* from));
template <class T, class U>
StateOf<T>* converted(StateOf<U>* source) {
  return source ? static_cast<StateOf<T>*>(convert(makeState<T>(), source, [](PromiseState* to, PromiseState* from) {
    static_cast<StateOf<T>*>(to)->construct(static_cast<Passed<U>>(static_cast<StateOf<U>*>(from)->value)); })) : nullptr;
}

// Returns the reason of a rejection as an exception. A string literal becomes a String. An empty std::exception_ptr
// cannot be thrown, so it stands for the reason undefined, as an undefined Error does.
template <class E>
std::exception_ptr asException(E&& reason) {
  using R = std::decay_t<E>;
  if constexpr (std::same_as<R, std::exception_ptr>)
    return reason ? std::exception_ptr(std::forward<E>(reason)) : std::make_exception_ptr(Error());
  else if constexpr (StringPointer<R>)
    return std::make_exception_ptr(String(reason));
  else if constexpr (std::same_as<R, Error>)
    return exceptionOf(reason);
  else
    return std::make_exception_ptr(R(std::forward<E>(reason)));
}

// Calls onRejected with the reason in the type of its parameter: an Error, a std::exception_ptr, or without arguments.
template <class G>
decltype(auto) callRejected(G& g, const std::exception_ptr& reason) {
  if constexpr (arity<G, Error>() == 1) {
    return g(errorFrom(reason));
  } else if constexpr (arity<G, const std::exception_ptr&>() == 1) {
    return g(reason);
  } else {
    static_assert(arity<G>() == 0, "onRejected takes an Error");
    return g();
  }
}
template <class T, class F>
decltype(auto) callFulfilled(F& f, StateOf<T>* state) {
  return pass<T>(state, [&]<class V>(V&& value) -> decltype(auto) { return callWithFewer(f, std::forward<V>(value)); });
}

template <class A, class B>
struct MergedOf {
  static_assert(
      requires { typename std::common_type_t<A, B>; }, "the two callbacks return values that have no common type");
  using type = std::common_type_t<A, B>;
};
template <class A>
struct MergedOf<A, A> {
  using type = A;
};
template <class A>
  requires(!std::is_void_v<A>)
struct MergedOf<A, void> {
  using type = void;
};
template <class B>
  requires(!std::is_void_v<B>)
struct MergedOf<void, B> {
  using type = void;
};

template <class T, class F, class G>
struct ThenResult {
  template <class H>
  static consteval auto ofFulfilled() {
    if constexpr (std::same_as<H, PassThroughValue>)
      return std::type_identity<T>{};
    else
      return std::type_identity<Unwrapped<decltype(callFulfilled<T>(std::declval<H&>(), nullptr))>>{};
  }
  template <class H>
  static consteval auto ofRejected() {
    return std::type_identity<
        Unwrapped<decltype(callRejected(std::declval<H&>(), std::declval<std::exception_ptr>()))>>{};
  }
  static consteval auto merged() {
    using A = typename decltype(ofFulfilled<F>())::type;
    if constexpr (std::same_as<G, PassThroughValue>)
      return std::type_identity<A>{};
    else
      return std::type_identity<typename MergedOf<A, typename decltype(ofRejected<G>())::type>::type>{};
  }
  using type = typename decltype(merged())::type;
};

// The state of the promise that `then` returns, together with its callbacks, in one memory block. Both callbacks are
// destroyed as soon as one of them has been called.
template <class T, class U, class F, class G>
struct Then : StateOf<U>, Reaction {
  union {
    F onFulfilled;
  };
  union {
    G onRejected;
  };

  template <class F2, class G2>
  Then(StateOf<T>* state, F2&& f, G2&& g)
      : StateOf<U>(std::uint32_t(sizeof(Then))),
        Reaction{react, drop, state},
        onFulfilled(std::forward<F2>(f)),
        onRejected(std::forward<G2>(g)) {
    retain(state);
    this->PromiseState::retract = retract;
  }
  ~Then() {}

 private:
  static Then* from(void* reaction) { return static_cast<Then*>(static_cast<Reaction*>(reaction)); }
  struct End {
    Then* self;
    ~End() { drop(static_cast<Reaction*>(self)); }
  };

  static void react(void* reaction) {
    Then* self = from(reaction);
    End end{self};
    auto* source = static_cast<StateOf<T>*>(self->on);
    if (self->retracting) [[unlikely]] {
      if (source->outcome == Outcome::rejected) reject(self, source->error);
    } else if (source->outcome == Outcome::rejected) {
      if constexpr (std::same_as<G, PassThroughValue>) {
        reject(self, source->error);
      } else {
        try {
          resolveBy(self, [&]() -> decltype(auto) { return callRejected(self->onRejected, source->error); });
        } catch (...) {
          reject(self, caughtAgain(source->error));
        }
      }
    } else if constexpr (std::same_as<F, PassThroughValue>) {
      if constexpr (std::is_void_v<U>)
        fulfilled(self);
      else
        pass<T>(source, [&]<class V>(V&& value) { resolveWith<U>(self, std::forward<V>(value)); });
    } else {
      try {
        resolveBy(self, [&]() -> decltype(auto) { return callFulfilled<T>(self->onFulfilled, source); });
      } catch (...) {
        reject(self, caught());
      }
    }
  }
  // Called when the returned promise is retracted: neither callback will be called. If nothing else holds the promise
  // that `then` was called on, that promise is retracted first.
  static PromiseState* retract(PromiseState* state) noexcept {
    auto* self = static_cast<Then*>(static_cast<StateOf<U>*>(state));
    if (self->next == &queuedReaction) return nullptr;
    if (isRetractable(self->on) && isHeldOnlyBy(self->on, 1)) return self->on;
    InContextOf scope(self);
    unlink(self->on, self);
    drop(static_cast<Reaction*>(self));
    return nullptr;
  }
  template <class Call>
  static void resolveBy(Then* self, Call&& call) {
    using R = decltype(call());
    if constexpr (std::is_void_v<R>) {
      call();
      fulfilled(self);
    } else {
      resolveWith<U>(self, call());
    }
  }
  static void drop(void* reaction) noexcept {
    Then* self = from(reaction);
    self->onFulfilled.~F();
    self->onRejected.~G();
    release(self->on);
    dropSettler(self);
  }
};

template <class T, class F, class G>
auto then(StateOf<T>* state, F&& f, G&& g) {
  using U = typename ThenResult<T, std::decay_t<F>, std::decay_t<G>>::type;
  using Record = Then<T, U, std::decay_t<F>, std::decay_t<G>>;
  auto* record = ::new (allocate(sizeof(Record))) Record(state, std::forward<F>(f), std::forward<G>(g));
  retain(static_cast<PromiseState*>(record));
  Promise<U> made(static_cast<StateOf<U>*>(record));
  attach(record);
  return made;
}

template <class T, class F>
Promise<T> finally_(const Promise<T>& promise, F&& onFinally);

// The combinators are defined in promise/combine.h.
template <class Slots, class Places>
struct All;
template <class Slots, class Places>
struct AllSettled;
template <class Slots, class Places>
struct Race;
template <class Slots, class Places>
struct Any;
template <template <class, class> class Kind, class... P>
auto combine(P&&... promises);
template <template <class, class> class Kind, class T>
auto combineBraces(std::initializer_list<Promise<T>> promises);

}  // namespace nodecpp::detail
