// What stands behind a Promise: its state, and the reactions that wait for it. Programs use nodecpp/promise.h.
//
// Who may settle a state is counted apart from who may look at it. `settlers` are the resolving functions, the running
// coroutine, the reaction that a `then` left elsewhere; handles are not among them. When the last settler has gone and
// the state is pending, nothing can ever resume what waits for it: those frames and callbacks are destroyed, not leaked.
//
// Retraction (section 6 of the design) comes the other way: from a state to what is to settle it, by the state's `retract`.
// What settles it ends, lets go of the state, and so those who wait for it end: from the inside out, without a stack.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/view.h>

#include <exception>
#include <new>

namespace nodecpp {

template <class T = void>
class Promise;

namespace detail {

struct PromiseState;

// One that waits for a state. It is in the state's list, or in the microtask queue, or nowhere; where it is owns it, and
// calls `run` or `drop` once. Intrusive and doubly linked, so that one waiter can be taken off in constant time.
// One in the microtask queue is not taken off it, but comes to nothing by a mark of its owner's.
struct Reaction {
  void (*run)(void* reaction);
  void (*drop)(void* reaction) noexcept;
  PromiseState* on = nullptr;  // what it waits for: the way from a frame to what it awaits. Kept alive by its owner.
  Reaction* previous = nullptr;
  Reaction* next = nullptr;  // &queuedReaction from when it is queued
};
extern constinit Reaction queuedReaction;

// One that is told when the state is settled, not in a microtask after: so that of two that come at a time the second can
// still be called back.
struct Watcher : Reaction {
  void (*told)(Watcher* watcher);
  Watcher(void (*told)(Watcher*), void (*drop)(void*) noexcept) noexcept : Reaction{tell, drop}, told(told) {}
  static void tell(void* reaction);
};

// The third way out, retraction, is none of these: what is retracted stays pending, and is abandoned.
enum class Outcome : unsigned char { pending, fulfilled, rejected };

struct PromiseState {
  std::uint32_t refs;      // handles and waiting frames; all settlers together are one
  std::uint32_t settlers;
  std::uint32_t bytes;     // of the block that begins here
  std::uint32_t rejection = 0;  // its number among the rejections that nobody handled
  Outcome outcome = Outcome::pending;
  bool resolved = false;   // a resolving function was called: later calls do nothing
  bool handled = false;    // something waits or has waited for it
  bool reported = false;   // its rejection was told to the program
  bool abandoned = false;  // pending without a settler
  bool doomed = false;     // in the list of those whose reactions are to be dropped
  bool retracting = false;  // what was to settle it is ending
  bool awaitsOwn = false;   // of a coroutine: it holds a handle of its own to what it awaits
  Reaction* first = nullptr;
  union {
    Reaction* last = nullptr;
    PromiseState* nextFree;  // without references
  };
  union {
    PromiseState* nextDoomed = nullptr;
    Reaction* follower;  // while another promise settles it
  };
  void (*destroyValue)(PromiseState*) noexcept = nullptr;  // null where there is nothing to do
  // The exception that was thrown, whole: `catch (const TypeError&)` works after a co_await.
  std::exception_ptr error;
  // Ends what is to settle it, at once, or returns what has to end before. Null where nothing can end it. Called once,
  // while it is pending.
  PromiseState* (*retract)(PromiseState*) noexcept = nullptr;

  explicit PromiseState(std::uint32_t bytes) noexcept : refs(1), settlers(1), bytes(bytes) {}
  ~PromiseState() {}
};

template <class T>
struct ValueState : PromiseState {
  explicit ValueState(std::uint32_t bytes) noexcept : PromiseState(bytes) {}
  ~ValueState() {}
  union {
    T value;
  };
  template <class... A>
  void construct(A&&... args) {
    ::new (static_cast<void*>(std::addressof(value))) T(std::forward<A>(args)...);
    if constexpr (!std::is_trivially_destructible_v<T>)
      destroyValue = [](PromiseState* state) noexcept { static_cast<ValueState*>(state)->value.~T(); };
  }
};

template <class T>
struct StateFor {
  static_assert(!std::is_reference_v<T>, "a Promise's value is no reference");
  static_assert(!keepsView<T>, "a Promise's value outlives what a view looks at: take a String, a Buffer or an Array");
  static_assert(alignof(T) <= 16);
  using type = ValueState<T>;
};
template <>
struct StateFor<void> {
  using type = PromiseState;
};
// A Promise<> looks at any state, since it never reads a value.
template <class T>
using StateOf = typename StateFor<T>::type;

// Hands `reaction`, whose `on` is set, to what it waits for: to its list, or at once to the microtask queue.
void attach(Reaction* reaction);
// To the microtask queue.
void queue(Reaction* reaction) noexcept;
// Takes it off again, in time that grows with the queue: for one whose owner goes by an exception.
void unqueue(Reaction* reaction) noexcept;
void link(PromiseState* state, Reaction* reaction) noexcept;
void unlink(PromiseState* state, Reaction* reaction) noexcept;
// The outcome stands: queues what waits, in order.
void settled(PromiseState* state);
void reject(PromiseState* state, std::exception_ptr error);
void freeState(PromiseState* state) noexcept;
void lastSettlerGone(PromiseState* state) noexcept;
// Ends what is to settle `state`, which the caller holds; its reactions are run or dropped when that has ended: during this
// call where no clean-up has to be waited for. Does nothing where it is ending already.
void retract(PromiseState* state) noexcept;
// The exception being handled, to reject with. One that leaves the program is thrown on.
std::exception_ptr caught();
// The same, in a handler that was given `reason`: an Error thrown on by value stays the exception that it was.
std::exception_ptr caughtAgain(const std::exception_ptr& reason);
std::exception_ptr chainingCycle();

// Whether retract() will make something of it; otherwise who waits for it goes without.
inline bool isRetractable(const PromiseState* state) noexcept {
  return state->outcome == Outcome::pending && state->retract && !state->abandoned;
}
// Whether it has no handles and frames but `own`.
inline bool isHeldOnlyBy(const PromiseState* state, std::uint32_t own) noexcept {
  return state->refs == own + (state->settlers != 0);
}

inline void retain(PromiseState* state) noexcept { detail::countOnThread(state->refs); }
inline void release(PromiseState* state) noexcept {
  if (--state->refs == 0) freeState(state);
}
inline void dropSettler(PromiseState* state) noexcept {
  if (--state->settlers == 0) lastSettlerGone(state);
}
inline void fulfilled(PromiseState* state) {
  state->outcome = Outcome::fulfilled;
  if (state->first) settled(state);
}

// A state on its own: one reference, which belongs to its one settler.
template <class T>
[[nodiscard]] StateOf<T>* makeState() {
  return ::new (allocate(sizeof(StateOf<T>))) StateOf<T>(std::uint32_t(sizeof(StateOf<T>)));
}

// Holds a settler for a scope.
struct SettlerGuard {
  PromiseState* state;
  ~SettlerGuard() { dropSettler(state); }
};

template <class T>
inline constexpr bool isPromise = false;
template <class T>
inline constexpr bool isPromise<Promise<T>> = true;

// Promise<X> to X, undefined to void, the rest as a value; a literal becomes a String.
template <class R>
struct UnwrappedOf {
  using type = std::conditional_t<StringPointer<R>, String, R>;
};
template <class T>
struct UnwrappedOf<Promise<T>> {
  using type = T;
};
template <>
struct UnwrappedOf<Undefined> {
  using type = void;
};
template <>
struct UnwrappedOf<void> {
  using type = void;
};
template <class R>
using Unwrapped = typename UnwrappedOf<std::decay_t<R>>::type;

// What a state's value is passed on as: shared, or given away where it cannot be copied.
template <class T>
using Passed = std::conditional_t<std::is_copy_constructible_v<T>, const T&, T&&>;

// Calls f with the value of a fulfilled state, or with fewer arguments.
template <class T, class F>
decltype(auto) pass(StateOf<T>* state, F&& f) {
  if constexpr (std::is_void_v<T>)
    return f(Undefined{});
  else
    return f(static_cast<Passed<T>>(state->value));
}

}  // namespace detail
}  // namespace nodecpp
