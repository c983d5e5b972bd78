// Promise<T> as a coroutine's return type. Programs use nodecpp/promise.h.
//
// A coroutine's promise lives in front of its frame, in one block: the header is freed with the last reference to the
// promise, the frame itself (locals and parameters) ends as soon as the coroutine has, or when nothing can resume it.
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/promise/state.h>
#include <nodecpp/view.h>

#include <coroutine>
#include <source_location>

namespace nodecpp {

template <class T>
class let;

namespace detail {

// A suspended frame as a reaction. Whoever has the reaction has the frame: a list of waiters, or the microtask queue.
// `on` is what the frame awaits, null while it runs. A leaf awaiter of another kind (a queue, a buffered stream) takes this
// record too, from `handle.promise().waiter()`: it resumes it by `queue`, and drops it when it can never be resumed. Its
// destructor gives back what it waited for: it is called when the frame is retracted.
struct WaitingFrame : Reaction {
  std::coroutine_handle<> frame;  // null: taken off the microtask queue, or being destroyed
  std::source_location where{};   // the co_await at which it waits or has waited: for a debugger
  PromiseState* own = nullptr;    // what its coroutine settles
  WaitingFrame() noexcept : Reaction{resume, destroy} {}
  // Destroys the frame, which is suspended. A destructor that throws ends the program.
  void end() noexcept;
  // The co_awaits that wait for a state, innermost first, as V8 follows them: from a promise to the one coroutine that
  // awaits it, as far as that goes.
  static std::size_t awaiting(const PromiseState* state, std::source_location* out, std::size_t most) noexcept;

 private:
  friend struct DebuggerLayout;
  static void resume(void* reaction);
  static void destroy(void* reaction) noexcept;
};
// A destructor threw while its frame was destroyed: ends the program.
[[noreturn]] void destructorThrew() noexcept;
// What a frame that waits for no promise is `on`.
extern PromiseState leafState;

// The memory of a frame of so many bytes, with a header in front of it, which knows the bytes of both.
template <class Header>
[[nodiscard]] Header* headerOfNewFrame(std::size_t bytes) {
  checkStack();  // coroutines that call each other without end
  const std::size_t all = sizeof(Header) + bytes;
  return ::new (allocate(all)) Header(std::uint32_t(all));
}
// The compiler takes a frame for an object that begins at its address, and drops what is stored in front of it: it
// must not see where this address comes from.
template <class Header>
Header* inFrontOf(void* frame) noexcept {
  asm("" : "+r"(frame));
  return static_cast<Header*>(frame) - 1;
}

template <class T>
struct alignas(16) FrameHeader : StateOf<T>, WaitingFrame {
  using StateOf<T>::StateOf;
};

// Of a suspended or running coroutine: ends its frame, or has that done when what it awaits has ended. `whenEnded` is run
// then instead of the frame.
PromiseState* retractFrame(PromiseState* own, WaitingFrame* waiter, void (*whenEnded)(void*)) noexcept;
// The frame was retracted while it ran, and awaits.
void suspendRetracted(PromiseState* own, WaitingFrame* waiter, PromiseState* on) noexcept;
void suspendRetracted(PromiseState* own, WaitingFrame* waiter) noexcept;
// What it awaited has ended.
void endRetracted(PromiseState* own, WaitingFrame* waiter) noexcept;

// co_await of a promise: one microtask, settled or not.
template <class T>
class PromiseAwaiter {
 public:
  // Takes over a reference.
  explicit PromiseAwaiter(StateOf<T>* state) noexcept : state_(state) {}
  PromiseAwaiter(const PromiseAwaiter&) = delete;
  ~PromiseAwaiter() { release(state_); }

  bool await_ready() const noexcept { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle, std::source_location where = std::source_location::current()) {
    auto* own = handle.promise().header();
    own->on = state_;
    own->where = where;
    if (own->retracting) [[unlikely]]
      return suspendRetracted(own, own, state_);
    attach(own);
  }
  T await_resume() {
    if (state_->outcome == Outcome::rejected) [[unlikely]]
      std::rethrow_exception(state_->error);
    if constexpr (!std::is_void_v<T>) {
      if constexpr (std::is_copy_constructible_v<T>) {
        if (state_->refs != 1) return state_->value;
      }
      return std::move(state_->value);
    }
  }

 private:
  StateOf<T>* state_;
};

// Of a variable, which may be in the frame itself: then nothing else holds the promise.
template <class T>
class VariableAwaiter : public PromiseAwaiter<T> {
 public:
  VariableAwaiter(StateOf<T>* state, const void* variable) noexcept : PromiseAwaiter<T>(state), variable_(variable) {}
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle, std::source_location where = std::source_location::current()) {
    own_ = handle.promise().header();
    own_->awaitsOwn = std::uintptr_t(variable_) - std::uintptr_t(own_) < own_->bytes;
    PromiseAwaiter<T>::await_suspend(handle, where);
  }
  T await_resume() {
    own_->awaitsOwn = false;
    return PromiseAwaiter<T>::await_resume();
  }

 private:
  const void* variable_;
  PromiseState* own_ = nullptr;
};

// co_await of anything else. A frame that was retracted while it ran ends here, ready or not.
template <class A>
class LeafAwaiter {
 public:
  LeafAwaiter(A awaiter, PromiseState* own) : awaiter_(static_cast<A>(awaiter)), own_(own) {}
  LeafAwaiter(const LeafAwaiter&) = delete;
  [[gnu::always_inline]] bool await_ready() { return !own_->retracting && awaiter_.await_ready(); }
  template <class P>
  auto await_suspend(std::coroutine_handle<P> handle, std::source_location where = std::source_location::current()) {
    using R = decltype(awaiter_.await_suspend(handle));
    WaitingFrame& waiter = handle.promise().waiter();
    waiter.where = where;
    if (own_->retracting) [[unlikely]] {
      suspendRetracted(own_, &waiter);
      if constexpr (std::same_as<R, bool>)
        return true;
      else if constexpr (!std::is_void_v<R>)
        return std::coroutine_handle<>(std::noop_coroutine());
    } else {
      waiter.next = nullptr;
      waiter.on = &leafState;
      Undo undo{&waiter};
      if constexpr (std::same_as<R, bool>) {
        if (!awaiter_.await_suspend(handle)) return false;
        undo.waiter = nullptr;
        return true;
      } else if constexpr (std::is_void_v<R>) {
        awaiter_.await_suspend(handle);
        undo.waiter = nullptr;
      } else {
        std::coroutine_handle<> next = awaiter_.await_suspend(handle);
        undo.waiter = nullptr;
        return next;
      }
    }
  }
  decltype(auto) await_resume() { return awaiter_.await_resume(); }

 private:
  // A frame whose await_suspend has thrown, or would not wait, runs on.
  struct Undo {
    WaitingFrame* waiter;
    ~Undo() {
      if (waiter) waiter->on = nullptr;
    }
  };

  A awaiter_;
  PromiseState* own_;
};

// A promise resolved with a promise: a microtask waits for `from` as `then` would, and `to` has its outcome one later.
template <class T, class From>
struct Follower : Reaction {
  StateOf<T>* to;  // holds a settler of it

  static void start(StateOf<T>* to, StateOf<From>* from) {
    auto* made = ::new (allocate(sizeof(Follower))) Follower{{wait, drop}, to};
    retain(made->on = from);
    ++to->settlers;
    to->follower = made;
    to->retract = retractFollowed;
    queue(made);
  }

 private:
  static void wait(void* reaction) {
    auto* self = static_cast<Follower*>(static_cast<Reaction*>(reaction));
    self->run = copy;
    attach(self);
    if (self->to->retracting) [[unlikely]]
      if (PromiseState* next = retractFollowed(self->to)) detail::retract(next);
  }
  static void copy(void* reaction) {
    auto* self = static_cast<Follower*>(static_cast<Reaction*>(reaction));
    auto* from = static_cast<StateOf<From>*>(self->on);
    if (from->outcome == Outcome::rejected) {
      reject(self->to, from->error);
    } else if (!self->to->retracting) {
      if constexpr (!std::is_void_v<T>) self->to->construct(static_cast<Passed<From>>(from->value));
      fulfilled(self->to);
    }
    drop(self);
  }
  static PromiseState* retractFollowed(PromiseState* to) noexcept {
    Reaction* self = to->follower;
    if (self->next == &queuedReaction) return nullptr;  // it sees that `to` is being retracted
    if (isRetractable(self->on) && isHeldOnlyBy(self->on, 1)) return self->on;
    unlink(self->on, self);
    drop(self);
    return nullptr;
  }
  static void drop(void* reaction) noexcept {
    auto* self = static_cast<Follower*>(static_cast<Reaction*>(reaction));
    release(self->on);
    dropSettler(self->to);
    release(static_cast<void*>(self), sizeof(Follower));
  }
};

// Resolves `to` with a value or a promise.
template <class T, class V>
void resolveWith(StateOf<T>* to, V&& value) {
  if constexpr (isPromise<std::decay_t<V>>) {
    using From = Unwrapped<V>;
    auto* from = value.state();
    if (static_cast<PromiseState*>(from) == to)
      reject(to, chainingCycle());
    else
      Follower<T, From>::start(to, from);
  } else {
    if constexpr (!std::is_void_v<T>) to->construct(std::forward<V>(value));
    fulfilled(to);
  }
}

template <class A>
concept Awaitable = requires(A&& a) { static_cast<A&&>(a).operator co_await(); } ||
                    requires(A&& a) { operator co_await(static_cast<A&&>(a)); } || requires(A&& a) { a.await_ready(); };
template <class A>
inline constexpr bool isPromiseAwaiter = false;
template <class T>
inline constexpr bool isPromiseAwaiter<PromiseAwaiter<T>> = true;
template <class T>
inline constexpr bool isPromiseAwaiter<VariableAwaiter<T>> = true;

template <class V>
inline constexpr bool isPromiseVariable = false;
template <class V>
inline constexpr bool isPromiseVariable<let<Promise<V>>> = true;

// What a coroutine may await.
struct Awaiting {
  // JavaScript awaits anything; a value that is no promise costs one microtask as well.
  template <class Self, class A>
  decltype(auto) await_transform(this Self& self, A&& awaited) {
    if constexpr (requires { typename std::remove_cvref_t<A>::IsPromise; } || isPromiseAwaiter<std::remove_cvref_t<A>>) {
      return static_cast<A&&>(awaited);
    } else if constexpr (requires { static_cast<A&&>(awaited).operator co_await(); }) {
      using L = decltype(static_cast<A&&>(awaited).operator co_await());
      if constexpr (isPromiseAwaiter<std::remove_cvref_t<L>>)
        return static_cast<A&&>(awaited);
      else
        return LeafAwaiter<L>(static_cast<A&&>(awaited).operator co_await(), self.header());
    } else if constexpr (requires { operator co_await(static_cast<A&&>(awaited)); }) {
      using L = decltype(operator co_await(static_cast<A&&>(awaited)));
      return LeafAwaiter<L>(operator co_await(static_cast<A&&>(awaited)), self.header());
    } else if constexpr (requires { awaited.await_ready(); }) {
      return LeafAwaiter<std::remove_reference_t<A>&>(awaited, self.header());
    } else {
      using V = std::decay_t<A>;
      static_assert(Arithmetic<V> || std::is_null_pointer_v<V> || StringLike<V> || std::same_as<V, Undefined> ||
                        isPromiseVariable<V>,
                    "co_await takes a promise");
      if constexpr (isPromiseVariable<V>)
        return awaited.ref().operator co_await();
      else
        return PromiseAwaiter<Unwrapped<V>>([&] {
          auto* state = makeState<Unwrapped<V>>();
          state->handled = true;
          resolveWith<Unwrapped<V>>(state, awaited);
          return state;
        }());
    }
  }
};

template <class T>
class CoroutineBase : public Awaiting {
 public:
  using Header = FrameHeader<T>;

  static void* operator new(std::size_t bytes) {
    Header* header = headerOfNewFrame<Header>(bytes);
    header->retract = retract;
    return header + 1;
  }
  static void operator delete(void* frame, std::size_t) noexcept { dropSettler(inFrontOf<Header>(frame)); }

  Promise<T> get_return_object() noexcept;
  // Never suspends, but the compiler must not know: a coroutine without a suspend point it puts on its caller's stack,
  // and then there is no header in front of the frame.
  struct Start {
    bool await_ready() const noexcept {
      bool ready = true;
      asm("" : "+r"(ready));
      return ready;
    }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
  };
  Start initial_suspend() const noexcept { return {}; }
  // Here the locals have gone. Those that wait are queued, and the frame ends with its parameters.
  std::suspend_never final_suspend() noexcept {
    finish(header());
    return {};
  }
  void unhandled_exception() {
    if (!header()->frame) [[unlikely]]
      destructorThrew();
    std::exception_ptr error = failed(header());
    header()->error = std::move(error);
  }

  WaitingFrame& waiter() noexcept { return *header(); }
  Header* header() noexcept {
    return inFrontOf<Header>(std::coroutine_handle<CoroutineBase>::from_promise(*this).address());
  }

 protected:
  CoroutineBase() = default;
  ~CoroutineBase() = default;

 private:
  static PromiseState* retract(PromiseState* state) noexcept {
    auto* header = static_cast<Header*>(static_cast<StateOf<T>*>(state));
    return retractFrame(header, header, ended);
  }
  static void ended(void* reaction) {
    auto* header = static_cast<Header*>(static_cast<WaitingFrame*>(static_cast<Reaction*>(reaction)));
    endRetracted(header, header);
  }
  static std::exception_ptr failed(Header* header) {
    // A destructor that threw after co_return takes the value's place.
    if constexpr (!std::is_void_v<T>) {
      if (header->resolved) clear(header);
    }
    return caught();
  }
  static void clear(Header* header) noexcept {
    if (PromiseState* from = std::exchange(header->on, nullptr))
      release(from);
    else if (auto* destroy = std::exchange(header->destroyValue, nullptr))
      destroy(header);
  }
  static void finish(Header* header) {
    if (header->error) [[unlikely]] {
      reject(header, std::move(header->error));
    } else if (PromiseState* from = std::exchange(header->on, nullptr)) [[unlikely]] {
      if (from == header)
        reject(header, chainingCycle());
      else
        Follower<T, T>::start(header, static_cast<StateOf<T>*>(from));
      release(from);
    } else {
      fulfilled(header);
    }
  }
};

template <class T>
class CoroutineReturn : public CoroutineBase<T> {
 public:
  template <class V = T>
    requires std::convertible_to<V&&, T> || std::same_as<std::decay_t<V>, Promise<T>>
  void return_value(V&& value) {
    auto* header = this->header();
    if constexpr (std::same_as<std::decay_t<V>, Promise<T>>)
      retain(header->on = value.state());
    else
      header->construct(std::forward<V>(value));
    header->resolved = true;
  }
};

template <>
class CoroutineReturn<void> : public CoroutineBase<void> {
 public:
  void return_void() const noexcept {}
};

// What a parameter of a coroutine may be. The first type stands for the object too, of a method or a lambda. A closure's
// type is incomplete while its body is compiled, and is no Object.
template <class P>
consteval bool isObjectReference() {
  using C = std::remove_cvref_t<P>;
  if constexpr (std::is_reference_v<P> && requires { sizeof(C); })
    return std::derived_from<C, Object>;
  else
    return false;
}
template <class P>
consteval bool isRefused() {
  return std::is_reference_v<P> && !std::is_empty_v<std::remove_cvref_t<P>>;
}
template <class P>
concept ClosureReference = std::is_reference_v<P> && requires { &std::remove_cvref_t<P>::operator(); };
template <class... P>
struct CoroutineParameters {
  static constexpr bool keepObject = false;
  static void check() {}
};
template <class First, class... Rest>
struct CoroutineParameters<First, Rest...> {
  static constexpr bool keepObject = isObjectReference<First>();
  // In a function's body, which is instantiated when closures are complete.
  static void check() {
    static_assert(!(ClosureReference<First> && isRefused<First>()),
                  "a lambda that is a coroutine with captures is written [=](this auto self, ...) -> Promise<>: its "
                  "captures would be gone when it goes on");
    static_assert(ClosureReference<First> || keepObject || !isRefused<First>(),
                  "a coroutine takes its parameters by value, and is a method only of a class derived from "
                  "nodecpp::Object: what a reference refers to may be gone when it goes on");
    static_assert((... && !isRefused<Rest>()),
                  "a coroutine takes its parameters by value: what a reference refers to may be gone when it goes on");
    static_assert(!keepsView<First> && (... && !keepsView<Rest>),
                  "a coroutine takes its parameters by value: what a view looks at may be gone when it goes on; take a "
                  "String, a Buffer or an Array");
  }
};

// The promise type `Base` of a coroutine with these parameters.
template <class Base, class... P>
class CheckedCoroutine : public Base {
 public:
  CheckedCoroutine() noexcept { CoroutineParameters<P...>::check(); }
};
// A method: the frame holds its object.
template <class Base, class First, class... P>
  requires(CoroutineParameters<First, P...>::keepObject)
class CheckedCoroutine<Base, First, P...> : public Base {
 public:
  template <class O, class... A>
  explicit CheckedCoroutine(O& object, A&...) noexcept
      : object_(const_cast<Object*>(static_cast<const Object*>(&object))) {
    CoroutineParameters<First, P...>::check();
  }

 private:
  Handle<Object> object_;
};

}  // namespace detail
}  // namespace nodecpp

template <class T, class... P>
struct std::coroutine_traits<nodecpp::Promise<T>, P...> {
  using promise_type = nodecpp::detail::CheckedCoroutine<nodecpp::detail::CoroutineReturn<T>, P...>;
};
