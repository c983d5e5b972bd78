// Types that functions of a native module take and give beside the standard ones: the same in a program of its own.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/fields.h>
#include <nodecpp/function.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nodecpp::native {

// A bigint that fits 64 bits. Plain integers are numbers in JavaScript.
struct BigInt64 {
  std::int64_t value = 0;
  operator std::int64_t() const noexcept { return value; }
};
struct BigUint64 {
  std::uint64_t value = 0;
  operator std::uint64_t() const noexcept { return value; }
};
// A bigint of any size: `words` from the lowest.
struct BigInt {
  bool negative = false;
  std::vector<std::uint64_t> words;
};

// Returned as a typed array over these elements, without a copy. A typed array is taken as a std::span.
template <class T>
struct TypedArray {
  std::vector<T> elements;
};

// What a function in its promise form asks whether its caller still waits: `options.signal` aborts it. As a parameter
// it is no argument in JavaScript. One that is default-made is never stopped.
class Stop {
 public:
  // What says it to all copies of a Stop, whatever threads they are on.
  class Source;

  Stop() noexcept = default;
  Stop(const Stop& other) noexcept : flag_(other.flag_) {
    if (flag_) flag_->refs.fetch_add(1, std::memory_order_relaxed);
  }
  Stop(Stop&& other) noexcept : flag_(std::exchange(other.flag_, nullptr)) {}
  Stop& operator=(Stop other) noexcept {
    std::swap(flag_, other.flag_);
    return *this;
  }
  ~Stop() {
    if (flag_ && flag_->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete flag_;
  }
  bool requested() const noexcept { return flag_ && flag_->requested.load(std::memory_order_relaxed); }
  // Throws an AbortError, which the promise is rejected with.
  void throwIfRequested() const {
    if (requested()) throw AbortError();
  }

 private:
  struct Flag {
    std::atomic<std::uint64_t> refs{1};
    std::atomic<bool> requested{false};
  };
  explicit Stop(Flag* flag) noexcept : flag_(flag) {}
  Flag* flag_ = nullptr;
};

class Stop::Source {
 public:
  const Stop& stop() const noexcept [[clang::lifetimebound]] { return stop_; }
  void request() noexcept { stop_.flag_->requested.store(true, std::memory_order_relaxed); }

 private:
  Stop stop_{new Flag};
};

// A T for each environment of Node.js (the main thread, each worker), made when it is first asked for and gone with the
// environment. As a parameter it is no argument in JavaScript. In a program of its own there is one a thread.
template <class T>
class State {
 public:
  explicit State(T& value) noexcept : value_(&value) {}
  static State ofThread() {
    thread_local T value{};
    return State(value);
  }
  T* operator->() const noexcept { return value_; }
  T& operator*() const noexcept { return *value_; }

 private:
  T* value_;
};

namespace detail {

// A function's parts. A method has its class; a lambda without captures counts as a function.
template <class F>
struct Signature : Signature<decltype(&F::operator())> {
  using Class = void;
};
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using Class = void;
  using Return = R;
  template <template <class...> class To>
  using Parameters = To<A...>;
};
template <class R, class... A>
struct Signature<R (*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {
  using Class = C;
};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const> : Signature<R (C::*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (C::*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (C::*)(A...)> {};

// Parameters that do not come from JavaScript.
template <class T>
inline constexpr bool injected = false;
template <>
inline constexpr bool injected<Stop> = true;
template <class T>
inline constexpr bool injected<State<T>> = true;

template <class... A>
struct CountArguments {
  static constexpr std::size_t value = (std::size_t(0) + ... + (injected<std::remove_cvref_t<A>> ? 0 : 1));
};
// How many arguments F takes in JavaScript.
template <auto F>
inline constexpr std::size_t arity = Signature<decltype(F)>::template Parameters<CountArguments>::value;

template <auto F, std::size_t N>
consteval void checkNames() {
  static_assert(N == arity<F>, "each parameter has its name, in order: {\"limit\", \"from\"}");
}

}  // namespace detail
}  // namespace nodecpp::native
