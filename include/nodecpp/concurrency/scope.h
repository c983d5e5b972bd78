// What stands behind the combinators: functions that were started together, and end together. Programs use
// nodecpp/concurrency.h.
#pragma once

#include <nodecpp/promise.h>

#include <optional>

namespace nodecpp::detail {

// What `co_await` of an A gives.
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

// What a function of a combinator is to give, and a function's result as a promise: functions may be coroutines, return
// a promise, a value or nothing, or something else that can be awaited.
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

// Calls `f`; what it throws is the promise's rejection.
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

// `error` as what came while cleaning up after `earlier`, which becomes the last of its causes.
std::exception_ptr withCause(std::exception_ptr error, const std::exception_ptr& earlier) noexcept;

struct ScopeBase;

// A function that was started.
struct Child : Watcher {
  Child() noexcept : Watcher(nullptr, nullptr) {}
  ScopeBase* scope = nullptr;
  Child* before = nullptr;
  Child* after = nullptr;
  std::uint32_t index = 0;
  bool owned = false;  // nobody else had its promise when it was started
  bool late = false;   // it had ended when the rest was retracted
  // Takes the value of its state, which is fulfilled.
  void (*take)(ScopeBase& scope, Child& child) = nullptr;
};

// By precedence.
enum class Ending : unsigned char { open, value, exit, error };

// The functions that run, and the way out so far. It holds a settler of `own` until all have ended. Part of the block
// of `own`, and without a destructor: `settle` empties it.
struct ScopeBase {
  struct Kind {
    // A function failed while the scope was open. By default that ends it.
    void (*failed)(ScopeBase&, Child&, std::exception_ptr error);
    // A function was given up, so that it never ends by itself.
    void (*lost)(ScopeBase&, Child&);
    void (*freeChild)(Child*) noexcept;
    // Nothing runs any more: settles `own`, and empties the block.
    void (*settle)(ScopeBase&);
  };

  const Kind* kind;
  PromiseState* own;
  Child* first = nullptr;
  Child* last = nullptr;
  Child* cursor = nullptr;  // the next to be retracted
  std::size_t running = 1;  // the functions, and who is at work on the scope
  Ending ending = Ending::open;
  bool lostSome = false;
  bool ignoresLate = false;
  std::exception_ptr error;

  ScopeBase(const Kind* kind, PromiseState* own) noexcept : kind(kind), own(own) {}
  ~ScopeBase() {}

  // Whether the next may be started. `handles` is how many the caller has.
  template <class T>
  bool add(Child& child, const Promise<T>& promise, std::uint32_t handles = 1) {
    return add(child, promise.state(), handles);
  }
  bool add(Child& child, PromiseState* state, std::uint32_t handles);
  // As the one that was started first.
  void toFront(Child& child) noexcept;
  void retractChild(Child& child) noexcept;
  // Ends the rest, in the order they were started, when the way out is chosen.
  void end(Ending how) noexcept;
  void fail(std::exception_ptr error) noexcept;
  // Who was at work is done.
  void leave() {
    if (--running == 0) kind->settle(*this);
  }

  static void endAll(ScopeBase& scope, Child&, std::exception_ptr error) { scope.fail(std::move(error)); }
  static void keepOn(ScopeBase&, Child&) {}
  static void giveUp(ScopeBase& scope, Child&) {
    scope.lostSome = true;
    scope.end(Ending::exit);
  }
  static void keepChild(Child*) noexcept {}

 private:
  friend struct DebuggerScopes;
  static void told(Watcher* watcher);
  static void dropped(void* reaction) noexcept;
  void done(Child& child);
  void remove(Child& child) noexcept;
  void over(Child& child);
};

// With the promise that it is all for.
template <class R>
struct Scope : StateOf<R>, ScopeBase {
  std::optional<std::conditional_t<std::is_void_v<R>, Undefined, R>> value;

  Scope(const Kind* kind, std::size_t bytes) noexcept : StateOf<R>(std::uint32_t(bytes)), ScopeBase(kind, this) {
    this->PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      auto* self = static_cast<Scope*>(static_cast<StateOf<R>*>(state));
      // It may be settled in here, when nothing has to be waited for.
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
  // Settles the promise: with the error, or nothing when it was retracted, or with `value`.
  void finish() {
    auto* state = static_cast<StateOf<R>*>(this);
    auto kept = std::move(value);
    value.reset();
    if (ending == Ending::error) {
      reject(state, std::exchange(error, nullptr));
    } else if (!state->retracting && kept) {
      if constexpr (!std::is_void_v<R>) state->construct(std::move(*kept));
      fulfilled(state);
    }
    dropSettler(state);
  }
};

}  // namespace nodecpp::detail
