// Function<R(A...)>: a counted reference to a callable, as a function is in JavaScript. Copies share the closure, and
// two of them are equal when they are copies of one: removeListener and clear* depend on it.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/trace.h>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nodecpp {

namespace detail {

struct ClosureBase {
  std::uint32_t refs;
  std::uint32_t place;  // among what the collector of circles looks at; 0 where it refers to nothing
  void (*destroy)(ClosureBase*) noexcept;
};

// Frees a closure that is a plain function's address behind what all have. Those are known by it.
inline constexpr std::size_t addressClosureSize = sizeof(ClosureBase) + 2 * sizeof(void*);
inline void releaseAddress(ClosureBase* base) noexcept { release(base, addressClosureSize); }

template <class F, class Tuple, class Seq>
struct TakesFirst;
template <class F, class... A, std::size_t... I>
struct TakesFirst<F, std::tuple<A...>, std::index_sequence<I...>>
    : std::is_invocable<F&, std::tuple_element_t<I, std::tuple<A...>>...> {};

// How many of the arguments A..., from the front, F takes; -1 when it takes none of the prefixes. From all of them down
// to none, as JavaScript's functions ignore what they do not name; what fits first is all that is instantiated.
template <class F, std::size_t N, class... A>
consteval int arityUpTo() {
  if constexpr (TakesFirst<F, std::tuple<A...>, std::make_index_sequence<N>>::value)
    return int(N);
  else if constexpr (N == 0)
    return -1;
  else
    return arityUpTo<F, N - 1, A...>();
}
template <class F, class... A>
consteval int arity() {
  return arityUpTo<F, sizeof...(A), A...>();
}

// A var, which may be anything and be called, is none: as a listener or a callback a lambda is written that calls it.
template <class F, class... A>
concept TakesSomeOf = !requires { typename std::decay_t<F>::NodecppVar; } && arity<std::decay_t<F>, A...>() >= 0;

// Calls f with as many of the arguments as it takes.
template <class F, class... A>
decltype(auto) callWithFewer(F& f, A&&... args) {
  constexpr int n = arity<F, A&&...>();
  static_assert(n >= 0, "the listener's parameters do not fit what is passed to it");
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
    auto all = std::forward_as_tuple(std::forward<A>(args)...);
    return f(std::get<I>(std::move(all))...);
  }(std::make_index_sequence<std::size_t(n)>{});
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
  // Any callable that takes A... or the first few of them. A void Function drops what the callable returns.
  template <class F>
    requires(!std::derived_from<std::remove_cvref_t<F>, Function>) && detail::TakesSomeOf<F, A...>
  Function(F&& f) : closure_(build(std::forward<F>(f))) {}
  Function(const Function& other) noexcept : closure_(other.closure_) {
    if (closure_) detail::countOnThread(closure_->refs);
  }
  Function(Function&& other) noexcept : closure_(std::exchange(other.closure_, nullptr)) {}
  ~Function() {
    if (closure_ && --closure_->refs == 0) closure_->destroy(closure_);
  }
  Function& operator=(const Function& other) noexcept {
    Function copy(other);
    std::swap(closure_, copy.closure_);
    return *this;
  }
  Function& operator=(Function&& other) noexcept {
    Function taken(std::move(other));
    std::swap(closure_, taken.closure_);
    return *this;
  }

  R operator()(A... args) const {
    if (NODECPP_FAILS(nullFunction, !closure_)) [[unlikely]]
      detail::throwNotAFunction();
    detail::checkStack();
    // A function that is dropped while it runs lives until it has returned.
    Function alive(*this);
    return alive.closure_->call(alive.closure_, std::forward<A>(args)...);
  }

  explicit operator bool() const noexcept { return closure_ != nullptr; }
  friend bool operator==(const Function& a, const Function& b) noexcept {
    return a.closure_ == b.closure_ || (a.closure_ && b.closure_ && a.identity() == b.identity());
  }
  friend bool operator==(const Function& a, std::nullptr_t) noexcept { return a.closure_ == nullptr; }
  // The closure itself, for comparing functions of different types; null when undefined. Of a plain function, which two
  // Functions may be made of, its address.
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
    struct Full : Closure {
      D callable;
      explicit Full(F&& from) : callable(std::forward<F>(from)) {}
    };
    void* memory = detail::allocate(sizeof(Full));
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
            detail::leaveRoll(self, self->place);
            self->~Full();
            detail::release(self, sizeof(Full));
          });
      };
    }
    full->call = [](Closure* base, A&&... args) -> R {
      auto& callable = static_cast<Full*>(base)->callable;
      if constexpr (std::is_void_v<R>)
        static_cast<void>(detail::callWithFewer(callable, std::forward<A>(args)...));
      else
        return detail::callWithFewer(callable, std::forward<A>(args)...);
    };
    return full;
  }
  // For the collector. What nothing leads to is not called any more, but by a destructor that its own parts have.
  template <class Full>
  static constexpr detail::TracedType traced{
      [](void* memory) noexcept { return &static_cast<Full*>(memory)->refs; },
      [](void* memory, detail::Tracer& tracer) {
        auto* self = static_cast<Full*>(memory);
        using D = decltype(self->callable);
        if constexpr (std::is_copy_constructible_v<D>) tracer.copy(std::as_const(self->callable));
        if (!tracer.severs()) return;
        detail::leaveRoll(self, std::exchange(self->place, 0));
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
