// The combinators all, race, any and withTimeout, which start functions. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/scope.h>
#include <nodecpp/concurrency/sleep.h>

namespace nodecpp {

namespace detail {

// The functions that a combinator was given, as a pack or as a list: the type of their values, and how the values are
// stored.
template <class... T>
struct FunctionPack {
  static constexpr std::size_t count = sizeof...(T);
  using Values = InTuple<ValueSlot, T...>;
  struct Common : CommonOf<T...> {};
};
template <class T>
struct FunctionList {
  using Values = InVector<ValueSlot, T>;
  struct Common : std::type_identity<T> {};
};

// A scope that ends with the first value of one of its functions.
template <class Of>
struct FirstValueScope : Scope<typename Of::Common::type> {
  using Result = typename Of::Common::type;
  FirstValueScope(const ScopeBase::Kind* kind, std::size_t bytes) : Scope<Result>(kind, bytes) {
    this->ignoresLate = true;
  }

  template <class T, class I>
  static void take(ScopeBase& base, Child& child) {
    auto& self = static_cast<FirstValueScope&>(base);
    if constexpr (std::is_void_v<Result>)
      self.value.emplace();
    else
      pass<T>(static_cast<StateOf<T>*>(child.on),
              [&]<class V>(V&& value) { self.value.emplace(std::forward<V>(value)); });
    self.end(Ending::value);
  }
};

// race ends with the first function that has a value or an error.
template <class Of>
struct RaceScope : FirstValueScope<Of> {
  explicit RaceScope(std::size_t bytes, std::size_t) : FirstValueScope<Of>(&raceKind, bytes) {}

 private:
  static void settle(ScopeBase& base) { static_cast<RaceScope&>(base).finish(); }
  static constexpr ScopeBase::Kind raceKind{ScopeBase::endAll, ScopeBase::keepOn, ScopeBase::keepChild, settle};
};

// any ends with the first value. Errors are collected, and are the outcome only when no function gives a value.
template <class Of>
struct AnyScope : FirstValueScope<Of> {
  Array<Error> errors;
  explicit AnyScope(std::size_t bytes, std::size_t count) : FirstValueScope<Of>(&anyKind, bytes), errors(count) {}

 private:
  static void failed(ScopeBase& base, Child& child, std::exception_ptr error) {
    static_cast<AnyScope&>(base).errors[child.index] = errorFrom(error);
  }
  static void settle(ScopeBase& base) {
    auto& self = static_cast<AnyScope&>(base);
    Array<Error> errors = std::move(self.errors);
    if (self.ending == Ending::open && !self.childLost) {
      self.ending = Ending::error;
      self.ScopeBase::error = std::make_exception_ptr(AggregateError(std::move(errors), "All promises were rejected"));
    }
    self.finish();
  }
  static void lost(ScopeBase& base, Child&) { base.childLost = true; }
  static constexpr ScopeBase::Kind anyKind{failed, lost, ScopeBase::keepChild, settle};
};

// all collects the values of all functions.
template <class Of>
struct AllScope : Scope<typename Of::Values::Result> {
  using Result = typename Of::Values::Result;
  std::optional<typename Of::Values> values;
  explicit AllScope(std::size_t bytes, std::size_t count) : Scope<Result>(&allKind, bytes), values(count) {}

  template <class T, class I>
  static void take(ScopeBase& base, Child& child) {
    auto& self = static_cast<AllScope&>(base);
    I index{};
    if constexpr (std::is_integral_v<I>) index = child.index;
    pass<T>(static_cast<StateOf<T>*>(child.on),
            [&]<class V>(V&& value) { self.values->at(index).emplace(std::forward<V>(value)); });
  }

 private:
  static void settle(ScopeBase& base) {
    auto& self = static_cast<AllScope&>(base);
    if (self.ending == Ending::open) self.value.emplace(self.values->take());
    self.values.reset();
    self.finish();
  }
  static constexpr ScopeBase::Kind allKind{ScopeBase::endAll, ScopeBase::giveUp, ScopeBase::keepChild, settle};
};

template <class Base, std::size_t n>
struct WithChildren : Base {
  Child children[n];
  WithChildren() : Base(sizeof(WithChildren), n) {}
};

template <template <class> class Kind, class... F>
auto startSeveral(F&&... functions) {
  using Block = WithChildren<Kind<FunctionPack<Started<F>...>>, sizeof...(F)>;
  auto* scope = ::new (allocate(sizeof(Block))) Block();
  auto promise = scope->promise();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto add = [&]<class T, class Index>(Child& child, Promise<T> started, Index) {
      child.index = Index::value;
      child.take = Block::template take<T, Index>;
      return scope->add(child, started);
    };
    static_cast<void>((add(scope->children[I], start(functions), std::integral_constant<std::size_t, I>{}) && ...));
  }(std::index_sequence_for<F...>{});
  scope->leave();
  return promise;
}

// Starts `functions`, a list that nothing but the caller can change. The program's own list would not do, since a
// running job may add functions to it.
template <template <class> class Kind, class F>
auto startOwn(const Array<F>& functions) {
  using T = Started<F>;
  using Block = Kind<FunctionList<T>>;
  auto* scope = ::new (allocate(sizeof(Block))) Block(sizeof(Block), functions.size());
  auto promise = scope->promise();
  static constexpr auto freeChild = [](Child* child) noexcept { release(static_cast<void*>(child), sizeof(Child)); };
  static const ScopeBase::Kind kind{scope->kind->failed, scope->kind->lost, freeChild, scope->kind->settle};
  scope->kind = &kind;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    Promise<T> started = start(ArrayAccess::items(functions)[i]);
    auto* child = ::new (allocate(sizeof(Child))) Child();
    child->index = std::uint32_t(i);
    child->take = Block::template take<T, std::size_t>;
    if (!scope->add(*child, started)) break;
  }
  scope->leave();
  return promise;
}

template <template <class> class Kind, class F>
auto startMany(const Array<F>& functions) {
  if constexpr (std::copy_constructible<F>) {
    return startOwn<Kind>(functions.slice());
  } else {
    // Functions that cannot be copied are moved out of the program's list while they run. Afterwards they are moved
    // back, in front of functions that were added meanwhile.
    struct Taken {
      Array<F> from;
      Array<F> own = from.splice(0);
      ~Taken() {
        const Array<F> added = from.splice(0);
        for (const Array<F>& part : {own, added})
          for (std::size_t i = 0; i < part.size(); ++i) from.push(std::move(ArrayAccess::items(part)[i]));
      }
    } taken{functions};
    return startOwn<Kind>(taken.own);
  }
}

template <class T>
inline constexpr bool isList = false;
template <class T>
inline constexpr bool isList<Array<T>> = true;

template <template <class> class Kind, class... F>
auto startAll(F&&... functions) {
  if constexpr (!(... && (std::invocable<std::remove_reference_t<F>&> || isList<std::remove_cvref_t<F>>)))
    static_assert(sizeof...(F) == 0,
                  "all, race and any take functions, which they start and may retract; of promises, Promise<>::all");
  else if constexpr (sizeof...(F) == 1 && (isList<std::remove_cvref_t<F>> && ...))
    return startMany<Kind>(functions...);
  else
    return startSeveral<Kind>(std::forward<F>(functions)...);
}

[[noreturn]] void throwTimeout();

}  // namespace detail

// The combinators take functions without parameters, or one Array of functions, and start them in order. A function may
// be a coroutine, return a promise or anything else that can be awaited, or return a value at once. Each combinator
// returns a promise.
//
// When a combinator has its outcome, functions that still run are retracted, in the order they were started. The
// returned promise is settled when all their clean-up has ended. An error takes precedence over retraction from
// outside, and retraction over a value. An error in the clean-up replaces the outcome, and has an earlier error as its
// cause.

// Gives all values, as a tuple or, for an Array of functions, as an Array. A Promise<> contributes Undefined. The first
// error retracts the other functions and is the outcome.
template <class... F>
auto all(F&&... functions) {
  return detail::startAll<detail::AllScope>(std::forward<F>(functions)...);
}
// Gives the first outcome, value or error. When a function has its outcome at once, the next ones are not started.
template <class... F>
auto race(F&&... functions) {
  return detail::startAll<detail::RaceScope>(std::forward<F>(functions)...);
}
// Gives the first value. When no function gives one, the error is an AggregateError of all errors.
template <class... F>
auto any(F&&... functions) {
  return detail::startAll<detail::AnyScope>(std::forward<F>(functions)...);
}

// Gives the outcome of `f` if it comes within `milliseconds`. After that time `f` is retracted, and the error is named
// TimeoutError, as the reason of Node's AbortSignal.timeout().
template <class N, class F>
  requires detail::Arithmetic<N>
auto withTimeout(N milliseconds, F&& f) {
  using T = detail::Started<F>;
  auto late = [milliseconds]() -> Promise<T> {
    return sleep(milliseconds).then([]() -> T { detail::throwTimeout(); });
  };
  return race(std::forward<F>(f), late);
}

}  // namespace nodecpp
