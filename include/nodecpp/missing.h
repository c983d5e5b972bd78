// The value of something that is missing, where JavaScript gives undefined: an element behind the end of an Array, a
// key that a Map does not have. For the runtime.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/safety.h>
#include <nodecpp/traits.h>

#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace nodecpp {

class String;
class Lookup;
class Error;
struct Undefined;

namespace detail {

template <class T>
concept UndefinedHandle = requires(const T& handle) {
  typename T::ObjectType;
  handle.get();
};
// The types whose values are asked whether they are undefined: lists, Maps, Sets, functions and handles.
template <class T>
concept AsksUndefined = std::is_class_v<T> && (UndefinedHandle<T> || requires { typename T::NodecppFunction; } ||
                                               requires { T::undefined(); });

template <class T>
bool isUndefined(const T& value);

// The types of which a default-made value is undefined.
template <class T>
concept MadeUndefined = (UndefinedHandle<T> && std::is_default_constructible_v<T>) || std::same_as<T, Error> ||
                        (requires { typename T::NodecppFunction; } && std::is_default_constructible_v<T>) ||
                        requires(const T& optional) {  // std::optional, recognized without its header
                          { optional.has_value() } -> std::same_as<bool>;
                          requires !std::is_constructible_v<typename T::value_type, Undefined>;
                        };

}  // namespace detail

// JavaScript's undefined as a value. A program can assign it, return it and compare with it where a type has an
// undefined state. It is also the value of a Promise<> in Promise::all(), and a parameter type for callbacks of such
// promises.
struct Undefined {
  template <class T>
    requires detail::MadeUndefined<T> || requires { { T::undefined() } -> std::same_as<T>; }
  constexpr operator T() const {
    if constexpr (detail::MadeUndefined<T>)
      return T();
    else
      return T::undefined();
  }
  template <detail::AsksUndefined T>
  friend bool operator==(const T& value, Undefined) {
    return detail::isUndefined(value);
  }
  friend constexpr bool operator==(Undefined, Undefined) noexcept { return true; }
  friend constexpr bool operator==(Undefined, std::nullptr_t) noexcept { return true; }
  explicit constexpr operator bool() const noexcept { return false; }
  template <class I>
  void inspectTo(I& out) const {
    out.undefined();
  }
};
inline constexpr Undefined undefined{};

namespace detail {

template <class T>
consteval bool defaultIsUndefined() {
  if constexpr (!std::is_class_v<T>)
    return false;
  else if constexpr (std::same_as<T, Lookup> || detail::DerivedFrom<T, Error>)
    return true;
  else if constexpr (requires { typename T::NodecppVar; } || requires { typename T::NodecppFunction; })
    return true;  // a var or a Function
  else if constexpr (requires(const T& handle) {
                       typename T::ObjectType;
                       handle.get();
                     })
    return true;
  else
    return requires(const T& optional) {  // std::optional, recognized without its header
      { optional.has_value() } -> std::same_as<bool>;
      *optional;
    };
}

// Whether T has a state that is JavaScript's undefined. Either a default-made T is undefined (handles, var, Lookup,
// Function, Error, std::optional), or T::undefined() returns it (Array, Map, Set). A type of the program can declare
// it:
//   template <> inline constexpr bool nodecpp::detail::HasUndefined<Money> = true;     // Money() is undefined
template <class T>
inline constexpr bool HasUndefined = defaultIsUndefined<T>() || std::same_as<T, String> || requires {
  { T::undefined() } -> std::same_as<T>;
};

// Whether T is a number type with NaN, which undefined becomes in arithmetic.
template <class T>
inline constexpr bool HasNaN = std::floating_point<T> || (Arithmetic<T> && !PlainNumber<T>);

// Returns the undefined value of a type that has one.
template <class T>
  requires HasUndefined<T>
T undefinedOf() {
  if constexpr (std::same_as<T, String>)
    return T(undefined);
  else if constexpr (requires { T::undefined(); })
    return T::undefined();
  else
    return T();
}

// Returns the NaN for a missing element. The compiler does not know that it is a constant. Otherwise each look-up in a loop
// would load the constant before it tests whether the element is there.
inline double missingNumber() noexcept {
  double number = __builtin_nan("");
#if defined(__x86_64__)
  asm("" : "+x"(number));
#elif defined(__aarch64__)
  asm("" : "+w"(number));
#endif
  return number;
}

// Throws a RangeError with the given message, for a missing element or key.
[[noreturn]] void throwMissing(const String& message);

// Returns the value for a missing T: undefined, or NaN for floating point. For all other types (int, bool, a struct)
// throws a RangeError with the message that `message` returns, which is called only in this case.
template <class T, class F>
T missing(F&& message) {
  if constexpr (HasUndefined<T>)
    return undefinedOf<T>();
  else if constexpr (HasNaN<T>)
    return T(missingNumber());
  else
    throwMissing(message());
}

// Returns whether a value is JavaScript's undefined; false for a type without such a state.
template <class T>
bool isUndefined(const T& value) {
  if constexpr (requires { value.isUndefined(); })
    return value.isUndefined();
  else if constexpr (requires { value.has_value(); })
    return !value.has_value();
  else if constexpr (HasUndefined<T>)
    return !static_cast<bool>(value);
  else
    return false;
}

}  // namespace detail
}  // namespace nodecpp
