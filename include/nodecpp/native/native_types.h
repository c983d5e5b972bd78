// Types for the parameters and results of a native module's functions, in addition to the standard types. They also
// exist in a program of Node.cpp.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/fields.h>
#include <nodecpp/function.h>
#include <nodecpp/traits.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nodecpp::native {

// A bigint of 64 bits. Plain C++ integers are numbers in JavaScript.
struct BigInt64 {
  std::int64_t value = 0;
  operator std::int64_t() const noexcept { return value; }
};
struct BigUint64 {
  std::uint64_t value = 0;
  operator std::uint64_t() const noexcept { return value; }
};
// A bigint of any size; the lowest of `words` is the first.
struct BigInt {
  bool negative = false;
  std::vector<std::uint64_t> words;
};

// A result that becomes a typed array over these elements, without a copy. As a parameter, a typed array is a
// std::span.
template <class T>
struct TypedArray {
  std::vector<T> elements;
};

// Tells a function in the promise form whether its caller still waits, since `options.signal` can abort the call. A
// Stop parameter is no argument in JavaScript. A default-constructed Stop is never requested.
class Stop {
 public:
  // Requests the stop in all copies of a Stop, on any thread.
  class Source;

  Stop() noexcept = default;
  Stop(const Stop& other) noexcept : flag_(other.flag_) {
    if (flag_) flag_->refs.fetch_add(1, std::memory_order_relaxed);
  }
  Stop(Stop&& other) noexcept : flag_(nodecpp::detail::exchange(other.flag_, nullptr)) {}
  Stop& operator=(Stop other) noexcept {
    std::swap(flag_, other.flag_);
    return *this;
  }
  ~Stop() {
    if (flag_ && flag_->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete flag_;
  }
  bool requested() const noexcept { return flag_ && flag_->requested.load(std::memory_order_relaxed); }
  // Throws an AbortError when a stop is requested, which rejects the promise.
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

// A T for each environment of Node.js (the main thread and each worker). It is made when it is first used and destroyed
// with the environment. A State parameter is no argument in JavaScript. In a program of Node.cpp there is one T for
// each thread.
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

// The parts of a function's type. A method has its class; a lambda without captures counts as a function.
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

// Whether a parameter is provided by the runtime and not by JavaScript.
template <class T> inline constexpr bool injected = false;
template <> inline constexpr bool injected<Stop> = true;
template <class T> inline constexpr bool injected<State<T>> = true;

template <class... A>
struct CountArguments {
  static constexpr std::size_t value = (std::size_t(0) + ... + (injected<std::remove_cvref_t<A>> ? 0 : 1));
};
// The number of arguments that F takes in JavaScript.
template <auto F>
inline constexpr std::size_t arity = Signature<decltype(F)>::template Parameters<CountArguments>::value;

template <auto F, std::size_t N>
consteval void checkNames() {
  static_assert(N == arity<F>, "each parameter has its name, in order: {\"limit\", \"from\"}");
}

}  // namespace detail
}  // namespace nodecpp::native
