// A scope is the common part of the combinators and the nursery: functions that were started together and end together.
// Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

#include <optional>

namespace nodecpp::detail {

// Returns the awaiter that `co_await awaited` uses.
template <class A>
decltype(auto) awaiterOf(A&& awaited) {
  if constexpr (requires { static_cast<A&&>(awaited).operator co_await(); })
    return static_cast<A&&>(awaited).operator co_await();
  else if constexpr (requires { operator co_await(static_cast<A&&>(awaited)); })
    return operator co_await(static_cast<A&&>(awaited));
  else
    return static_cast<A&&>(awaited);
}
template <class A>
using Awaited = std::decay_t<decltype(awaiterOf(std::declval<A>()).await_resume())>;

// The value type that a function of a combinator contributes. The function may be a coroutine, return a promise, a
// value, nothing, or something else that can be awaited.
template <class R>
struct StartedOf {
  using type = Unwrapped<R>;
};
template <class R>
  requires(!isPromise<std::decay_t<R>> && Awaitable<R>)
struct StartedOf<R> {
  using type = Awaited<R>;
};
template <class F, class... A>
using Started = typename StartedOf<std::invoke_result_t<F&, A...>>::type;

template <class F>
Promise<Started<F>> awaitLeaf(F f) {
  co_return co_await f();
}

// Calls `f` and returns its result as a promise. The promise is rejected with what `f` throws.
template <class F>
Promise<Started<F>> start(F& f) {
  using R = std::invoke_result_t<F&>;
  using T = Started<F>;
  if constexpr (!isPromise<std::decay_t<R>> && Awaitable<R>) {
    if constexpr (requires(R&& made) { Promise<T>(static_cast<R&&>(made).promise()); }) {
      try {
        return f().promise();
      } catch (...) {
        return Promise<>::reject<T>(caught());
      }
    } else {
      return awaitLeaf<std::decay_t<F>>(f);
    }
  } else {
    try {
      if constexpr (std::is_void_v<R>) {
        f();
        return Promise<>::resolve();
      } else {
        return Promise<T>::resolve(f());
      }
    } catch (...) {
      return Promise<>::reject<T>(caught());
    }
  }
}

// Returns `error`, which was thrown during the clean-up after `earlier`. `earlier` becomes the last in its chain of
// causes.
std::exception_ptr withCause(std::exception_ptr error, const std::exception_ptr& earlier) noexcept;

struct ScopeBase;

// A function that a scope has started, as a watcher of its promise.
struct Child : Watcher {
  Child() noexcept : Watcher(nullptr, nullptr) {}
  ScopeBase* scope = nullptr;
  Child* before = nullptr;
  Child* after = nullptr;
  std::uint32_t index = 0;
  bool owned = false;  // Nothing else held the function's promise when it was started, so the scope may retract it.
  bool late = false;  // The function had ended already when the others were retracted.
  // Passes the value of the child function to the scope. Called when the function's promise is fulfilled.
  void (*take)(ScopeBase& scope, Child& child) = nullptr;
};

// How a scope ends. A later enumerator takes precedence over an earlier one.
enum class Ending : unsigned char { open, value, exit, error };

// The functions that run in a scope, and how the scope is going to end. A scope holds one settler of `own` until all
// functions have ended. It lies in the memory block of `own` and is never destroyed by a destructor: `settle` empties
// it.
struct ScopeBase {
  struct Kind {
    // Called when a function fails while the scope is open. Usually ends the scope.
    void (*failed)(ScopeBase&, Child&, std::exception_ptr error);
    // Called when a function's promise can never be settled, because nothing exists any more that could settle it.
    void (*lost)(ScopeBase&, Child&);
    void (*freeChild)(Child*) noexcept;
    // Called when no function runs any more: settles `own` and destroys the rest of the block.
    void (*settle)(ScopeBase&);
  };

  const Kind* kind;
  PromiseState* own;
  Child* first = nullptr;
  Child* last = nullptr;
  Child* cursor = nullptr;  // The child function that is retracted next.
  // The number of functions that have not ended, plus the callers that are working on the scope.
  std::size_t running = 1;
  Ending ending = Ending::open;
  bool childLost = false;
  bool ignoresLate = false;
  std::exception_ptr error;

  ScopeBase(const Kind* kind, PromiseState* own) noexcept : kind(kind), own(own) {}
  ~ScopeBase() {}

  // Adds a child. Returns whether the next function may be started. `handles` is the number of handles to `promise`
  // that the caller has.
  template <class T>
  bool add(Child& child, const Promise<T>& promise, std::uint32_t handles = 1) {
    return add(child, promise.state(), handles);
  }
  bool add(Child& child, PromiseState* state, std::uint32_t handles);
  // Moves a child to the front of the list, as if it had been started first.
  void toFront(Child& child) noexcept;
  void retractChild(Child& child) noexcept;
  // Sets how the scope ends. The first call retracts the functions that still run, in the order they were started.
  void end(Ending how) noexcept;
  void fail(std::exception_ptr error) noexcept;
  // Called when a caller has finished its work on the scope.
  void leave() {
    if (--running == 0) kind->settle(*this);
  }

  static void endAll(ScopeBase& scope, Child&, std::exception_ptr error) { scope.fail(std::move(error)); }
  static void keepOn(ScopeBase&, Child&) {}
  static void giveUp(ScopeBase& scope, Child&) {
    scope.childLost = true;
    scope.end(Ending::exit);
  }
  static void keepChild(Child*) noexcept {}

 private:
  friend struct DebuggerScopes;
  static void onSettled(Watcher* watcher);
  static void dropped(void* reaction) noexcept;
  void done(Child& child);
  void remove(Child& child) noexcept;
  void over(Child& child);
};

// A scope together with the state of the promise that it settles.
template <class R>
struct Scope : StateOf<R>, ScopeBase {
  std::optional<std::conditional_t<std::is_void_v<R>, Undefined, R>> value;

  Scope(const Kind* kind, std::size_t bytes) noexcept : StateOf<R>(std::uint32_t(bytes)), ScopeBase(kind, this) {
    this->PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      auto* self = static_cast<Scope*>(static_cast<StateOf<R>*>(state));
      // The reference is needed because the promise may be settled and freed during this call.
      retain(state);
      self->end(Ending::exit);
      release(state);
      return nullptr;
    };
  }
  ~Scope() {}

  Promise<R> promise() {
    retain(static_cast<PromiseState*>(this));
    return Promise<R>(static_cast<StateOf<R>*>(this));
  }
  // Settles the promise: rejects it with the error, or fulfils it with `value`. A promise that was retracted stays
  // pending.
  void finish() {
    auto* state = static_cast<StateOf<R>*>(this);
    auto kept = std::move(value);
    value.reset();
    if (ending == Ending::error) {
      reject(state, detail::exchange(error, nullptr));
    } else if (!state->retracting && kept) {
      if constexpr (!std::is_void_v<R>) state->construct(std::move(*kept));
      fulfilled(state);
    }
    dropSettler(state);
  }
};

}  // namespace nodecpp::detail
