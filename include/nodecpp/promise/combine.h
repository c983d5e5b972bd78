// Implements all, allSettled, race, any and finally_. Programs use nodecpp/promise.h.
#pragma once

#include <nodecpp/later.h>
#include <nodecpp/list.h>
#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

#include <tuple>

namespace nodecpp {

// One result of allSettled. `status` says which of `value` and `reason` is set, and the other one is undefined. A value
// whose type has no default constructor is read as `*settled.value` and `settled.value->field`, and is false when it is
// not set.
template <class T>
struct Settled {
  using Value = std::conditional_t<std::is_default_constructible_v<T>, T, detail::Later<T>>;
  String status;
  Value value{};
  Error reason;

  template <class I>
  void inspectTo(I& out) const {
    out.property("status", status);
    if (status == "fulfilled")
      out.property("value", value);
    else
      out.property("reason", reason);
  }
};

namespace detail {

template <class T>
using Element = std::conditional_t<std::is_void_v<T>, Undefined, T>;

// InTuple and InVector store the results of a combinator's promises. The place of a result is a type
// (std::integral_constant) in a tuple and a number in a list.
template <template <class> class Slot, class... T>
struct InTuple {
  static constexpr std::size_t fixed = sizeof...(T);
  using Result = std::tuple<typename Slot<T>::type...>;
  std::tuple<Later<typename Slot<T>::type>...> slots;
  explicit InTuple(std::size_t) {}
  template <class I>
  auto& at(I) {
    return std::get<I::value>(slots);
  }
  Result take() {
    return std::apply([](auto&... slot) { return Result(std::move(*slot)...); }, slots);
  }
};
template <template <class> class Slot, class T>
struct InVector {
  using Result = Array<typename Slot<T>::type>;
  List<Later<typename Slot<T>::type>> slots;
  explicit InVector(std::size_t count) : slots(count) {}
  auto& at(std::size_t index) { return slots[index]; }
  Result take() {
    Result result;
    ArrayAccess::reserve(result, slots.size());
    for (auto& slot : slots) result.push(std::move(*slot));
    return result;
  }
};
template <class T>
struct ValueSlot {
  using type = Element<T>;
};
template <class T>
struct SettledSlot {
  using type = Settled<Element<T>>;
};

// All, AllSettled, Race and Any are the combinators. `begin` is called once before any promise is waited for, and `on`
// is called with the outcome of each promise. `join` is the combinator's own promise, which they settle.
template <class Slots, class Places>
struct All {
  using Result = typename Slots::template Values<ValueSlot>::Result;
  typename Slots::template Values<ValueSlot> values;
  std::size_t missing;
  explicit All(std::size_t count) : values(count), missing(count) {}
  template <class Join>
  void begin(Join& join) {
    if (missing == 0) join.fulfil(values.take());
  }
  template <class T, class Join, class Index>
  void on(Join& join, Index index, StateOf<T>* state) {
    if (state->outcome == Outcome::rejected) return join.fail(state->error);
    pass<T>(state, [&]<class V>(V&& value) { values.at(index).emplace(std::forward<V>(value)); });
    if (--missing == 0) join.fulfil(values.take());
  }
};

template <class Slots, class Places>
struct AllSettled {
  using Result = typename Slots::template Values<SettledSlot>::Result;
  typename Slots::template Values<SettledSlot> values;
  std::size_t missing;
  explicit AllSettled(std::size_t count) : values(count), missing(count) {}
  template <class Join>
  void begin(Join& join) {
    if (missing == 0) join.fulfil(values.take());
  }
  template <class T, class Join, class Index>
  void on(Join& join, Index index, StateOf<T>* state) {
    auto& settled = values.at(index).emplace();
    if (state->outcome == Outcome::rejected) {
      settled.status = "rejected";
      settled.reason = errorFrom(state->error);
      if constexpr (HasUndefined<Element<T>>) settled.value = undefinedOf<Element<T>>();
    } else {
      settled.status = "fulfilled";
      pass<T>(state, [&]<class V>(V&& value) {
        if constexpr (std::is_default_constructible_v<Element<T>>)
          settled.value = std::forward<V>(value);
        else
          settled.value.emplace(std::forward<V>(value));
      });
    }
    if (--missing == 0) join.fulfil(values.take());
  }
};

template <class Slots, class Places>
struct Race {
  using Result = typename Slots::Common::type;
  explicit Race(std::size_t) {}
  template <class Join>
  void begin(Join&) {}
  template <class T, class Join, class Index>
  void on(Join& join, Index, StateOf<T>* state) {
    if (state->outcome == Outcome::rejected) return join.fail(state->error);
    join.template fulfilFrom<T>(state);
  }
};

template <class Slots, class Places>
struct Any {
  using Result = typename Slots::Common::type;
  Array<Error> errors;
  std::size_t missing;
  explicit Any(std::size_t count) : errors(count), missing(count) {}
  template <class Join>
  void begin(Join& join) {
    if (missing == 0) fail(join);
  }
  template <class T, class Join, class Index>
  void on(Join& join, Index index, StateOf<T>* state) {
    if (state->outcome != Outcome::rejected) return join.template fulfilFrom<T>(state);
    errors[index] = errorFrom(state->error);
    if (--missing == 0) fail(join);
  }
  template <class Join>
  void fail(Join& join) {
    join.fail(std::make_exception_ptr(AggregateError(std::move(errors), "All promises were rejected")));
  }
};

template <class T, class... Rest>
struct CommonOf {
  static_assert(requires { typename std::common_type_t<T, Rest...>; }, "the promises' values have no common type");
  using type = std::common_type_t<T, Rest...>;
};
template <class T, class... Rest>
  requires(std::same_as<T, Rest> && ...)
struct CommonOf<T, Rest...> {
  using type = T;
};
template <class T, class... Rest>
  requires(std::is_void_v<T> || ... || std::is_void_v<Rest>) && (!(std::same_as<T, Rest> && ...))
struct CommonOf<T, Rest...> {
  using type = void;
};

// The types of the promises that a combinator was given: TupleOf for arguments, VectorOf for one list.
template <class... T>
struct TupleOf {
  template <template <class> class Slot>
  using Values = InTuple<Slot, T...>;
};
template <class First, class... T>
struct TupleOf<First, T...> {
  template <template <class> class Slot>
  using Values = InTuple<Slot, First, T...>;
  using Common = CommonOf<First, T...>;  // its type is looked at only by race() and any()
};
template <class T>
struct VectorOf {
  template <template <class> class Slot>
  using Values = InVector<Slot, T>;
  using Common = CommonOf<T>;
};

struct JoinReaction : Reaction {
  void* join;
  std::size_t index;
};

// The combinator's promise, its bookkeeping (`kind`) and its reactions, in one state. All reactions together hold one
// settler. The last reaction to end destroys the bookkeeping.
template <class Kind>
struct Join : StateOf<typename Kind::Result> {
  using Result = typename Kind::Result;
  union {
    Kind kind;
  };
  std::size_t waiting;
  JoinReaction* reactions;
  std::size_t count;

  explicit Join(std::size_t n)
      : StateOf<Result>(std::uint32_t(sizeof(Join))),
        kind(n),
        waiting(n),
        reactions(static_cast<JoinReaction*>(allocate(n * sizeof(JoinReaction)))),
        count(n) {
    this->PromiseState::retract = retract;
  }
  ~Join() {}

  template <class... V>
  void fulfil(V&&... value) {
    if (detail::exchange(this->resolved, true)) return;
    if constexpr (!std::is_void_v<Result>) this->construct(std::forward<V>(value)...);
    fulfilled(this);
  }
  template <class T>
  void fulfilFrom(StateOf<T>* state) {
    if constexpr (std::is_void_v<Result>)
      fulfil();
    else
      pass<T>(state, [&]<class V>(V&& value) { fulfil(std::forward<V>(value)); });
  }
  void fail(std::exception_ptr error) {
    if (detail::exchange(this->resolved, true)) return;
    reject(this, std::move(error));
  }
  void end() noexcept {
    kind.~Kind();
    detail::release(static_cast<void*>(reactions), count * sizeof(JoinReaction));
    dropSettler(this);
  }

  template <class T, class Index>
  void wait(Index index, StateOf<T>* state) {
    auto* reaction = ::new (reactions + index) JoinReaction{{react<T, Index>, drop}, this, index};
    retain(reaction->on = state);
    attach(reaction);
  }

 private:
  // Retracts, in order, each promise that nothing but the combinator holds, and stops waiting for the others.
  static PromiseState* retract(PromiseState* state) noexcept {
    auto* self = static_cast<Join*>(static_cast<StateOf<Result>*>(state));
    retain(state);
    for (std::size_t i = 0; i < self->count && self->waiting; ++i) {
      JoinReaction& reaction = self->reactions[i];
      if (!reaction.on || reaction.next == &queuedReaction) continue;
      if (isRetractable(reaction.on) && isHeldOnlyBy(reaction.on, 1)) {
        detail::retract(reaction.on);
      } else {
        InContextOf scope(&reaction);
        unlink(reaction.on, &reaction);
        drop(static_cast<Reaction*>(&reaction));
      }
    }
    release(state);
    return nullptr;
  }
  template <class T, class Index>
  static void react(void* data) {
    auto* reaction = static_cast<JoinReaction*>(static_cast<Reaction*>(data));
    auto* join = static_cast<Join*>(reaction->join);
    Index index{};
    if constexpr (std::is_integral_v<Index>) index = reaction->index;
    if (!join->retracting)
      join->kind.template on<T>(*join, index, static_cast<StateOf<T>*>(reaction->on));
    else if (reaction->on->outcome == Outcome::rejected)
      join->fail(reaction->on->error);
    drop(data);
  }
  static void drop(void* data) noexcept {
    auto* reaction = static_cast<JoinReaction*>(static_cast<Reaction*>(data));
    auto* join = static_cast<Join*>(reaction->join);
    detail::release(detail::exchange(reaction->on, nullptr));
    if (--join->waiting == 0) join->end();
  }
};

template <class Kind>
struct JoinHandle {
  Join<Kind>* join;
  Promise<typename Kind::Result> promise;
  explicit JoinHandle(std::size_t count)
      : join(::new(allocate(sizeof(Join<Kind>))) Join<Kind>(count)),
        promise((retain(static_cast<PromiseState*>(join)), static_cast<StateOf<typename Kind::Result>*>(join))) {
    join->kind.begin(*join);
    if (count == 0) join->end();
  }
};

template <template <class, class> class Kind, class T>
auto combineList(const Array<Promise<T>>& promises) {
  for (const Promise<T>& promise : promises) promise.state();
  using K = Kind<VectorOf<T>, std::size_t>;
  JoinHandle<K> made(promises.size());
  for (std::size_t i = 0; i < promises.size(); ++i) made.join->template wait<T>(i, promises[i].state());
  return std::move(made.promise);
}

template <template <class, class> class Kind, class... T>
auto combineTuple(const Promise<T>&... promises) {
  (promises.state(), ...);
  using K = Kind<TupleOf<T...>, void>;
  JoinHandle<K> made(sizeof...(T));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (made.join->template wait<T>(std::integral_constant<std::size_t, I>{}, promises.state()), ...);
  }(std::index_sequence_for<T...>{});
  return std::move(made.promise);
}

template <template <class, class> class Kind, class T>
auto combineBraces(std::initializer_list<Promise<T>> promises) {
  return combineList<Kind, T>(Array<Promise<T>>(promises));
}

template <class T>
inline constexpr bool isPromiseList = false;
template <class T>
inline constexpr bool isPromiseList<Array<Promise<T>>> = true;

// Tells whether a for-of loop over S gives promises, as over a Set or a generator of promises.
template <class S>
consteval bool givesPromises() {
  if constexpr (isPromise<S> || !ForOf<S>)
    return false;
  else
    return isPromise<Plain<decltype(firstOf(std::declval<const S&>()))>>;
}

template <template <class, class> class Kind, class... P>
auto combine(P&&... promises) {
  if constexpr (sizeof...(P) == 1 && (isPromiseList<std::remove_cvref_t<P>> && ...))
    return combineList<Kind>(promises...);
  else if constexpr (sizeof...(P) == 1 && (givesPromises<std::remove_cvref_t<P>>() && ...))
    return combineList<Kind>(Array<>::from(promises...));
  else
    return combineTuple<Kind>(Promise<>::resolve(std::forward<P>(promises))...);
}

// Implements finally_ as ECMAScript specifies it: a further `then` waits for the callback's result and then passes the
// outcome of `promise` on.
template <class T, class F>
Promise<T> finally_(const Promise<T>& promise, F&& onFinally) {
  struct Shared {
    std::decay_t<F> callable;
    Promise<> call() {
      if constexpr (std::is_void_v<std::invoke_result_t<std::decay_t<F>&>>) {
        callable();
        return Promise<>::resolve();
      } else {
        return Promise<>::resolve(callable());
      }
    }
  };
  Function<Promise<>()> call = [shared = Shared{std::forward<F>(onFinally)}]() mutable { return shared.call(); };
  if constexpr (std::is_void_v<T>) {
    return promise.then(
        [call] { return call().then([] {}); },
        [call](const std::exception_ptr& reason) { return call().then([reason] { std::rethrow_exception(reason); }); });
  } else {
    return promise.then(
        [call](Passed<T> value) {
          return call().then([value = T(static_cast<Passed<T>>(value))]() mutable -> T { return std::move(value); });
        },
        [call](const std::exception_ptr& reason) {
          return call().then([reason]() -> T { std::rethrow_exception(reason); });
        });
  }
}

}  // namespace detail
}  // namespace nodecpp
