// PromiseState is the shared state of a Promise, with the list of reactions that wait for it. Programs use
// nodecpp/promise.h.
//
// A state counts its settlers apart from its references. Settlers are what may settle it: resolving functions, the
// running coroutine, a reaction that `then` has attached to another promise. Handles are not settlers. When the last
// settler has gone while the state is pending, nothing can ever resume what waits for the state: those frames and
// callbacks are destroyed, so that they do not leak.
//
// Retraction (section 6 of the design) goes in the other direction, from a state to what is to settle it, through the
// function pointer `retract`. The settler ends and releases the state, so what waits for the state ends next. Frames
// therefore end from the inside out, without recursion.
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/object.h>
#include <nodecpp/view.h>

#include <exception>
#include <new>

namespace nodecpp {

template <class T = void>
class Promise;

namespace detail {

struct PromiseState;

// Something that waits for a state: a suspended coroutine or a callback of `then`. A reaction is in the list of one
// state, in the microtask queue, or in neither. The list or queue that contains it owns it, and calls either `run` or
// `drop` exactly once. The list is intrusive and doubly linked, so that one reaction is removed in constant time. A
// reaction in the microtask queue is not removed from it. Its owner sets a mark instead, and the reaction then does
// nothing when it runs.
struct Reaction {
  void (*run)(void* reaction);
  void (*drop)(void* reaction) noexcept;
  // The state that the reaction waits for, which leads from a suspended frame to what it awaits. The reaction's owner
  // keeps it alive.
  PromiseState* on = nullptr;
  Reaction* previous = nullptr;
  Reaction* next = nullptr;  // Points at `queuedReaction` while the reaction is in the microtask queue.
  // The context (docs/async_hooks.md) that was current when the reaction began to wait. It is made current again when
  // the reaction is run or dropped, and is null from then on.
  Handle<Object> context{};
};
extern constinit Reaction queuedReaction;

// A reaction that is called as soon as its state is settled, not in a microtask afterwards. A race needs this: when two
// of its functions finish in the same turn, the second can still be retracted before its continuation runs.
struct Watcher : Reaction {
  void (*onSettled)(Watcher* watcher);
  Watcher(void (*onSettled)(Watcher*), void (*drop)(void*) noexcept) noexcept
      : Reaction{tell, drop}, onSettled(onSettled) {}
  static void tell(void* reaction);
};

// A retracted promise has no outcome of its own: it stays pending and is abandoned.
enum class Outcome : unsigned char { pending, fulfilled, rejected };

struct PromiseState {
  std::uint32_t refs;  // Counts handles and waiting frames. All settlers together count as one reference.
  std::uint32_t settlers;
  std::uint32_t bytes;          // The size in bytes of the memory block that begins at this state.
  std::uint32_t rejection = 0;  // The number of the state's rejection among those without a handler. 0 means none.
  Outcome outcome = Outcome::pending;
  bool resolved = false;         // A resolving function of the promise was called, so later calls do nothing.
  bool handled = false;          // A coroutine or callback waits or has waited for the promise.
  bool reported = false;         // The program was told that nobody handled the promise's rejection.
  bool abandoned = false;        // The promise is pending and has no settler left.
  bool isQueuedForDrop = false;  // The state is in the list of states whose reactions are to be dropped.
  bool retracting = false;       // The coroutine or operation that was to settle the promise is being retracted.
  // For a coroutine's state: a variable in its frame is a handle to the promise that it awaits.
  bool awaitsOwn = false;
  Reaction* first = nullptr;
  union {
    Reaction* last = nullptr;
    PromiseState* nextFree;  // The next state in the list of states to be freed. Used when the state has no references.
  };
  union {
    PromiseState* nextToDrop = nullptr;
    Reaction* follower;  // The reaction through which another promise settles this one.
  };
  // Destroys the promise's value. Null when the value needs no destructor.
  void (*destroyValue)(PromiseState*) noexcept = nullptr;
  // The reason of a rejection, as the exception object that was thrown: `catch (const TypeError&)` works after a
  // co_await.
  std::exception_ptr error;
  // Ends the operation or coroutine that would settle the promise, either at once or later. Returns null, or the state
  // that has to end first. The pointer is null when nothing can be ended. The function is called at most once, while
  // the promise is pending.
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
template <> struct StateFor<void> { using type = PromiseState; };
// A Promise<> may refer to a state of any type, since it never reads the value.
template <class T>
using StateOf = typename StateFor<T>::type;

// Gives `reaction`, whose `on` is set, to the state that it waits for: puts it in the state's list, or in the microtask
// queue when the state is settled already. Keeps the current context for it.
void attach(Reaction* reaction);
// Keeps the current context for a reaction that waits for something else than a state.
void keepContext(Reaction* reaction) noexcept;
// Makes the context of a reaction current in a scope. The reaction is run or dropped in the scope, and gives its
// context up. Only the microtask queue needs no such scope.
class InContextOf {
 public:
  explicit InContextOf(Reaction* reaction) noexcept;
  ~InContextOf();
  InContextOf(const InContextOf&) = delete;

 private:
  Handle<Object> before_;
  bool changed_ = false;
};
// Puts `reaction` in the microtask queue.
void queue(Reaction* reaction) noexcept;
// Removes `reaction` from the microtask queue, in time proportional to the queue's length. Only used when an exception
// destroys the owner of the reaction.
void unqueue(Reaction* reaction) noexcept;
void link(PromiseState* state, Reaction* reaction) noexcept;
void unlink(PromiseState* state, Reaction* reaction) noexcept;
// Called once the outcome is set: moves the state's reactions to the microtask queue, in order.
void settled(PromiseState* state);
void reject(PromiseState* state, std::exception_ptr error);
void freeState(PromiseState* state) noexcept;
void onLastSettlerReleased(PromiseState* state) noexcept;
// Ends the operation or coroutine that would settle `state`. The caller holds a reference. The state's reactions are
// run or dropped when it has ended, which is during this call unless clean-up has to be waited for. Does nothing when
// it is being ended already.
void retract(PromiseState* state) noexcept;
// Returns the exception that is being handled, as a reason for a rejection. Throws ProgramExit on, because it has to
// end the program.
std::exception_ptr caught();
// Like caught(), in a handler that was called with `reason`. When the handler throws a copy of the Error that it was
// given, returns `reason`, so that the exception keeps its original type.
std::exception_ptr caughtAgain(const std::exception_ptr& reason);
std::exception_ptr chainingCycle();

// Tells whether retract() would end something. If it would not, the waiting frame or callback is dropped on its own.
inline bool isRetractable(const PromiseState* state) noexcept {
  return state->outcome == Outcome::pending && state->retract && !state->abandoned;
}
// Tells whether the state has no handles and waiting frames beyond `own` of them.
inline bool isHeldOnlyBy(const PromiseState* state, std::uint32_t own) noexcept {
  return state->refs == own + (state->settlers != 0);
}

inline void retain(PromiseState* state) noexcept { detail::countOnThread(state->refs); }
inline void release(PromiseState* state) noexcept {
  if (--state->refs == 0) freeState(state);
}
inline void dropSettler(PromiseState* state) noexcept {
  if (--state->settlers == 0) onLastSettlerReleased(state);
}
inline void fulfilled(PromiseState* state) {
  state->outcome = Outcome::fulfilled;
  if (state->first) settled(state);
}

// Makes a state with one reference, which belongs to its one settler.
template <class T>
[[nodiscard]] StateOf<T>* makeState() {
  return ::new (allocate(sizeof(StateOf<T>))) StateOf<T>(std::uint32_t(sizeof(StateOf<T>)));
}

// Holds one settler of a state until the end of the scope.
struct SettlerGuard {
  PromiseState* state;
  ~SettlerGuard() { dropSettler(state); }
};

template <class T> inline constexpr bool isPromise = false;
template <class T> inline constexpr bool isPromise<Promise<T>> = true;

// The value type of a promise for a result of type R: X for a Promise<X>, void for Undefined, String for a string
// literal, and otherwise the type itself.
template <class R>
struct UnwrappedOf {
  using type = std::conditional_t<StringPointer<R>, String, R>;
};
template <class T>
struct UnwrappedOf<Promise<T>> {
  using type = T;
};
template <> struct UnwrappedOf<Undefined> { using type = void; };
template <> struct UnwrappedOf<void> { using type = void; };
template <class R>
using Unwrapped = typename UnwrappedOf<Plain<std::decay_t<R>>>::type;

// The type in which a state's value is passed to a waiting callback: a const reference, or an rvalue reference when the
// type cannot be copied.
template <class T>
using Passed = std::conditional_t<std::is_copy_constructible_v<T>, const T&, T&&>;

// Calls `f` with the value of a fulfilled state, or with Undefined for a Promise<>.
template <class T, class F>
decltype(auto) pass(StateOf<T>* state, F&& f) {
  if constexpr (std::is_void_v<T>)
    return f(Undefined{});
  else
    return f(static_cast<Passed<T>>(state->value));
}

}  // namespace detail
}  // namespace nodecpp
