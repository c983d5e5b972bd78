// Function<R(A...)>: a counted reference to a callable, as a function is in JavaScript. Copies share the closure and
// compare equal, which removeListener and the clear functions of timers rely on.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/trace.h>
#include <nodecpp/traits.h>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nodecpp {

namespace detail {

struct ClosureBase {
  std::uint32_t refs;
  std::uint32_t place;  // the closure's place on the cycle collector's list; 0 when the closure holds no references
  void (*destroy)(ClosureBase*) noexcept;
};

// Frees a closure that holds only the address of a plain function. A closure of that kind is recognized by having
// releaseAddress as its `destroy` function.
inline constexpr std::size_t addressClosureSize = sizeof(ClosureBase) + 2 * sizeof(void*);
inline void releaseAddress(ClosureBase* base) noexcept { release(base, addressClosureSize); }

template <class F, class Tuple, class Seq>
inline constexpr bool takesFirst = false;
template <class F, class... A, std::size_t... I>
inline constexpr bool takesFirst<F, std::tuple<A...>, std::index_sequence<I...>> =
    CallableWith<F, std::tuple_element_t<I, std::tuple<A...>>...>;

// Returns how many of the arguments A..., counted from the front, F takes, or -1 when F takes no prefix of them. The
// search goes from all arguments down to none, because JavaScript's functions ignore arguments that they do not name,
// and stops at the first prefix that fits, so that shorter calls are not instantiated.
template <class F, std::size_t N, class... A>
consteval int arityUpTo() {
  if constexpr (takesFirst<F, std::tuple<A...>, std::make_index_sequence<N>>)
    return int(N);
  else if constexpr (N == 0)
    return -1;
  else
    return arityUpTo<F, N - 1, A...>();
}
template <class F, class... A>
consteval int arity() { return arityUpTo<F, sizeof...(A), A...>(); }

// F takes all of the arguments A... or the first few of them. A var is excluded, because a var can be called with
// anything whatever it holds: to pass one as a listener or callback, write a lambda that calls it.
template <class F, class... A>
concept TakesSomeOf = !requires { typename std::decay_t<F>::NodecppVar; } && arity<std::decay_t<F>, A...>() >= 0;

// Calls f with as many of the arguments as f takes.
template <class F, class... A>
decltype(auto) callWithFewer(F& f, A&&... args) {
  constexpr int n = arity<F, A&&...>();
  static_assert(n >= 0, "the function's parameters do not fit what it is called with: auto fits everything, and a num becomes no int");
  if constexpr (n == int(sizeof...(A)))
    return f(std::forward<A>(args)...);
  else if constexpr (n == 0)
    return f();
  else if constexpr (n > 0)  // after the error above, a sequence of std::size_t(-1) numbers would take all memory
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      auto all = std::forward_as_tuple(std::forward<A>(args)...);
      return f(std::get<I>(std::move(all))...);
    }(std::make_index_sequence<std::size_t(n)>{});
}

// Returns the promise that f returns, or a promise fulfilled with another result of f. A caller that awaits the result
// of a function cannot tell the two apart in JavaScript, where `async` is no part of a function's type.
template <class P, class F>
P promiseOf(F&& f) {
  using Result = decltype(f());
  if constexpr (std::is_void_v<Result>)
    return f(), P::resolve();
  else if constexpr (std::is_convertible_v<Result, P> || requires { typename std::decay_t<Result>::IsPromise; })
    return f();
  else
    return P::resolve(f());
}

}  // namespace detail

template <class Signature>
class Function;

template <class R, class... A>
class [[clang::trivial_abi]] Function<R(A...)> {
 public:
  using NodecppFunction = R(A...);

  constexpr Function() noexcept = default;
  constexpr Function(std::nullptr_t) noexcept {}
  // Takes any callable that accepts A... or the first few of them. A Function<void(…)> discards the callable's result.
  // A Function<Promise<T>(…)> also takes a callable that returns a T, and then returns a fulfilled promise. A
  // Function<var(…)> also takes a callable that returns nothing, and then returns undefined.
  template <class F>
    requires(!detail::DerivedFrom<std::remove_cvref_t<F>, Function>) && detail::TakesSomeOf<F, A...>
  Function(F&& f) : closure_(build(std::forward<F>(f))) {}
  Function(const Function& other) noexcept : closure_(other.closure_) {
    if (closure_) detail::countOnThread(closure_->refs);
  }
  Function(Function&& other) noexcept : closure_(detail::exchange(other.closure_, nullptr)) {}
  ~Function() {
    if (closure_ && --closure_->refs == 0) closure_->destroy(closure_);
  }
  Function& operator=(const Function& other) noexcept { return *this = Function(other); }
  Function& operator=(Function&& other) noexcept {
    Function taken(std::move(other));
    taken.closure_ = detail::exchange(closure_, taken.closure_);
    return *this;
  }

  R operator()(A... args) const {
    if (NODECPP_FAILS(nullFunction, !closure_)) [[unlikely]]
      detail::throwNotAFunction();
    detail::checkStack();
    // This copy keeps the closure alive until the call has returned, even when the called function drops the last other
    // reference to itself.
    Function alive(*this);
    return alive.closure_->call(alive.closure_, std::forward<A>(args)...);
  }

  explicit operator bool() const noexcept { return closure_ != nullptr; }
  // JavaScript's `f ?? other`. Both are evaluated.
  Function orElse(Function other) const { return closure_ ? *this : std::move(other); }
  friend bool operator==(const Function& a, const Function& b) noexcept {
    return a.closure_ == b.closure_ || (a.closure_ && b.closure_ && a.identity() == b.identity());
  }
  friend bool operator==(const Function& a, std::nullptr_t) noexcept { return a.closure_ == nullptr; }
  // Returns an address that identifies the closure, for comparing Functions of different types; null when undefined.
  // For a plain function the result is the function's address, because two Functions can be made of the same plain
  // function.
  const void* identity() const noexcept {
    if (!closure_ || closure_->destroy != detail::releaseAddress) return closure_;
    const void* address = nullptr;
    __builtin_memcpy(&address, closure_ + 1, sizeof address);
    return address;
  }

 private:
  struct Closure : detail::ClosureBase {
    R (*call)(Closure*, A&&...);
  };

  template <class F>
  static Closure* build(F&& f) {
    using D = std::decay_t<F>;
    // An undefined Function of another type stays undefined: server->close(next), where `next` may be missing.
    if constexpr (requires { typename D::NodecppFunction; } && requires { f.identity(); })
      if (!f) return nullptr;
    struct Full : Closure {
      D callable;
      explicit Full(F&& from) : callable(std::forward<F>(from)) {}
    };
    void* memory = detail::allocate(sizeof(Full));
    // Frees the memory when copying the callable throws.
    struct Guard {
      void* memory;
      ~Guard() {
        if (memory) detail::release(memory, sizeof(Full));
      }
    } guard{memory};
    Full* full = ::new (memory) Full(std::forward<F>(f));
    guard.memory = nullptr;
    full->refs = 1;
    if constexpr (detail::mayRefer<D>)
      full->place = detail::enroll(full, traced<Full>);
    else
      full->place = 0;
    if constexpr (std::is_pointer_v<D>) {
      static_assert(sizeof(Full) == detail::addressClosureSize && sizeof(Closure) + sizeof(D) == sizeof(Full));
      full->destroy = detail::releaseAddress;
    } else {
      full->destroy = [](detail::ClosureBase* base) noexcept {
        auto* self = static_cast<Full*>(static_cast<Closure*>(base));
        if constexpr (std::is_trivially_destructible_v<D>)
          detail::release(self, sizeof(Full));
        else
          detail::destroyInTurn(self, [](void* memory) noexcept {
            auto* self = static_cast<Full*>(memory);
            detail::removeFromCollector(self, self->place);
            self->~Full();
            detail::release(self, sizeof(Full));
          });
      };
    }
    full->call = [](Closure* base, A&&... args) -> R {
      auto& callable = static_cast<Full*>(base)->callable;
      auto result = [&]() -> decltype(auto) { return detail::callWithFewer(callable, std::forward<A>(args)...); };
      if constexpr (std::is_void_v<R>)
        static_cast<void>(result());
      else if constexpr (requires { typename R::IsPromise; })
        return detail::promiseOf<R>(result);
      else if constexpr (requires { typename R::NodecppVar; } && std::is_void_v<decltype(result())>)
        return result(), R();
      else
        return result();
    };
    return full;
  }
  // How the cycle collector handles this closure. When the collector severs a closure, a later call throws a TypeError;
  // only a destructor in the same garbage cycle can still make such a call.
  template <class Full>
  static constexpr detail::TracedType traced{
      [](void* memory) noexcept { return &static_cast<Full*>(memory)->refs; },
      [](void* memory, detail::Tracer& tracer) {
        auto* self = static_cast<Full*>(memory);
        using D = decltype(self->callable);
        if constexpr (std::is_copy_constructible_v<D>) tracer.copy(std::as_const(self->callable));
        if (!tracer.severs()) return;
        detail::removeFromCollector(self, detail::exchange(self->place, 0));
        self->call = [](Closure*, A&&...) -> R { detail::throwNotAFunction(); };
        self->destroy = [](detail::ClosureBase* base) noexcept { detail::release(base, sizeof(Full)); };
        self->callable.~D();
      },
      [](void* memory) noexcept {
        auto* self = static_cast<Full*>(memory);
        if (--self->refs == 0) self->destroy(self);
      },
      [](void* memory, std::uint32_t place) noexcept { static_cast<Full*>(memory)->place = place; }};

  Closure* closure_ = nullptr;
};

}  // namespace nodecpp
