// Makes Promise<T> the return type of coroutines. Programs use nodecpp/promise.h.
//
// The state of a coroutine's promise lies in front of the coroutine's frame, in one memory block. The block is freed
// with the last reference to the promise. The frame in it (locals and parameters) is destroyed earlier, when the
// coroutine has ended or when nothing can resume it.
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/promise/promise_state.h>
#include <nodecpp/traits.h>
#include <nodecpp/view.h>

#include <coroutine>
#include <source_location>

namespace nodecpp {

class var;
template <class T>
class let;

namespace detail {

// The reaction of a suspended frame. Whoever owns the reaction, a state's list or the microtask queue, also owns the
// frame. `on` is the state that the frame awaits, and is null while the frame runs. An awaiter that waits for no
// promise (a queue, a buffered stream) uses the reaction too: it gets it from `handle.promise().waiter()`, passes it to
// `queue` to resume the frame, and drops it when the frame can never be resumed. When a frame is retracted, the
// awaiter's destructor is called and must give back what the awaiter waited for.
struct WaitingFrame : Reaction {
  // The coroutine. Null when the frame was destroyed while it was in the microtask queue, or is being destroyed.
  std::coroutine_handle<> frame;
  // The co_await at which the frame waits or has last waited, for error stacks and debuggers.
  std::source_location where{};
  PromiseState* own = nullptr;  // The state of the promise that the frame's coroutine settles.
  WaitingFrame() noexcept : Reaction{resume, destroy} {}
  // Destroys the suspended frame. A destructor that throws ends the program.
  void end() noexcept;
  // Writes the places of the co_awaits that wait for `state` to `out`, innermost first, and returns their number.
  // Follows the chain as V8 does for a stack: from a promise to the one coroutine that awaits it, as long as the first
  // reaction of each promise is a coroutine.
  static std::size_t awaiting(const PromiseState* state, std::source_location* out, std::size_t most) noexcept;

 private:
  friend struct DebuggerLayout;
  static void resume(void* reaction);
  static void destroy(void* reaction) noexcept;
};
// Ends the program because a destructor threw while its frame was destroyed.
[[noreturn]] void destructorThrew() noexcept;
// The `on` of a frame that is suspended but waits for no promise.
extern PromiseState leafState;

// Allocates memory for a frame of `bytes` bytes with a header in front of it. The header stores the size of both.
template <class Header>
[[nodiscard]] Header* headerOfNewFrame(std::size_t bytes) {
  checkStack();  // Coroutines that call each other without end throw a RangeError here.
  const std::size_t all = sizeof(Header) + bytes;
  return ::new (allocate(all)) Header(std::uint32_t(all));
}
// Returns the header in front of a frame. The compiler assumes that the frame is an object that begins at its own
// address, and removes stores in front of that address as dead. The empty asm hides the origin of the address from it.
template <class Header>
Header* headerBefore(void* frame) noexcept {
  asm("" : "+r"(frame));
  return static_cast<Header*>(frame) - 1;
}

template <class T>
struct alignas(16) FrameHeader : StateOf<T>, WaitingFrame {
  using StateOf<T>::StateOf;
};

// Retracts a suspended or running coroutine. Ends its frame, or returns the state that has to end first. In the second
// case `whenEnded` replaces the reaction's `run`, so that it is called when that state is settled.
PromiseState* retractFrame(PromiseState* own, WaitingFrame* waiter, void (*whenEnded)(void*)) noexcept;
// Called when a frame that was retracted while it ran reaches its next co_await, of a promise or of another awaiter.
void suspendRetracted(PromiseState* own, WaitingFrame* waiter, PromiseState* on) noexcept;
void suspendRetracted(PromiseState* own, WaitingFrame* waiter) noexcept;
// Called when the promise that a retracted frame awaited has ended: ends the frame, and passes a rejection on.
void endRetracted(PromiseState* own, WaitingFrame* waiter) noexcept;

// The awaiter for `co_await` of a promise. It always suspends for one microtask, even when the promise is settled.
template <class T>
class PromiseAwaiter {
 public:
  // Takes ownership of one reference to `state`, the promise that is awaited.
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

 protected:
  StateOf<T>* state_;
};

// The awaiter for a promise in a variable. The variable may lie in the frame itself. It then does not count as another
// holder of the promise when the frame is retracted.
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

// The awaiter for anything that is not a promise. A frame that was retracted while it ran ends at this co_await, even
// when the awaited thing is ready.
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
      keepContext(&waiter);
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
  // Marks the frame as running again when its await_suspend throws or decides not to suspend.
  struct Undo {
    WaitingFrame* waiter;
    ~Undo() {
      if (!waiter) return;
      waiter->on = nullptr;
      waiter->context = nullptr;
    }
  };

  A awaiter_;
  PromiseState* own_;
};

// Retracts a promise that another promise is to settle: the other promise, if nothing else holds it.
inline PromiseState* retractFollowed(PromiseState* to) noexcept {
  Reaction* follower = to->follower;
  if (follower->next == &queuedReaction) return nullptr;  // The queued reaction sees later that `to` is being retracted.
  if (isRetractable(follower->on) && isHeldOnlyBy(follower->on, 1)) return follower->on;
  InContextOf scope(follower);
  unlink(follower->on, follower);
  follower->drop(follower);
  return nullptr;
}

// Resolves a promise `to` with another promise `from`: after one microtask it waits for `from`, as `then` would, and
// `to` takes the outcome one microtask after that. This is the number of microtasks that ECMAScript prescribes.
template <class T, class From>
struct Follower : Reaction {
  StateOf<T>* to;  // The promise to resolve. The follower holds one settler of it.

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
  static void drop(void* reaction) noexcept {
    auto* self = static_cast<Follower*>(static_cast<Reaction*>(reaction));
    release(self->on);
    dropSettler(self->to);
    release(static_cast<void*>(self), sizeof(Follower));
  }
};

// Resolves `to` with a value, or with the outcome of a promise.
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

// Defined in nodecpp/promise/var_awaiter.h.
template <class V>
class VarAwaiter;

template <class A>
concept Awaitable = requires(A&& a) { static_cast<A&&>(a).operator co_await(); } ||
                    requires(A&& a) { operator co_await(static_cast<A&&>(a)); } || requires(A&& a) { a.await_ready(); };
template <class A> inline constexpr bool isPromiseAwaiter = false;
template <class T> inline constexpr bool isPromiseAwaiter<PromiseAwaiter<T>> = true;
template <class T> inline constexpr bool isPromiseAwaiter<VariableAwaiter<T>> = true;

template <class V> inline constexpr bool isPromiseVariable = false;
template <class V> inline constexpr bool isPromiseVariable<let<Promise<V>>> = true;

// Defines what a coroutine may await.
struct Awaiting {
  // As in JavaScript, any value may be awaited. A value that is not a promise also costs one microtask.
  template <class Self, class A>
  decltype(auto) await_transform(this Self& self, A&& awaited) {
    if constexpr (requires { typename std::remove_cvref_t<A>::IsPromise; } ||
                  isPromiseAwaiter<std::remove_cvref_t<A>>) {
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
    } else if constexpr (AnyValue<std::remove_cvref_t<A>>) {
      using V = std::conditional_t<true, var, A>;  // the class is complete where a program awaits a var
      return VarAwaiter<V>(V(static_cast<A&&>(awaited)));
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
  static void operator delete(void* frame, std::size_t) noexcept { dropSettler(headerBefore<Header>(frame)); }

  Promise<T> get_return_object() noexcept;
  // The coroutine never suspends at its start, but the compiler must not know it. It would put the frame of a coroutine
  // without a suspension point on the caller's stack, where no header is in front of it.
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
  // The locals are destroyed already. Queues the reactions of the promise, and then the frame ends with its parameters.
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
    return headerBefore<Header>(std::coroutine_handle<CoroutineBase>::from_promise(*this).address());
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
    // A destructor may throw after co_return. The error then replaces the value.
    if constexpr (!std::is_void_v<T>) {
      if (header->resolved) clear(header);
    }
    return caught();
  }
  static void clear(Header* header) noexcept {
    if (PromiseState* from = detail::exchange(header->on, nullptr))
      release(from);
    else if (auto* destroy = detail::exchange(header->destroyValue, nullptr))
      destroy(header);
  }
  static void finish(Header* header) {
    if (header->error) [[unlikely]] {
      reject(header, std::move(header->error));
    } else if (PromiseState* from = detail::exchange(header->on, nullptr)) [[unlikely]] {
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
    requires detail::ConvertsTo<V&&, T> || std::same_as<std::decay_t<V>, Promise<T>>
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

// CoroutineParameters checks the parameters of a coroutine. In a method or a lambda, the first type is the type of the
// object itself. A closure's type is incomplete while its body is compiled, so it cannot be tested for being an Object.
template <class P>
consteval bool isObjectReference() {
  using C = std::remove_cvref_t<P>;
  if constexpr (std::is_reference_v<P> && requires { sizeof(C); })
    return detail::DerivedFrom<C, Object>;
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
  // The assertions are in a function body, because that is instantiated only when closure types are complete.
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

// The promise type of a coroutine with the parameter types P. Adds the checks of the parameters to `Base`.
template <class Base, class... P>
class CheckedCoroutine : public Base {
 public:
  CheckedCoroutine() noexcept { CoroutineParameters<P...>::check(); }
};
// The promise type of a method of an Object. The frame holds a handle to the object, so that the object outlives it.
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
