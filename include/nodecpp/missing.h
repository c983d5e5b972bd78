// What a container gives where it has no element: undefined where the element's type has that state, NaN for a
// floating-point number, else a RangeError.
#pragma once

#include <nodecpp/safety.h>

#include <concepts>
#include <new>
#include <type_traits>

namespace nodecpp::detail {

// Throws the RangeError "index 5 is out of range: the Array has 3 elements".
[[noreturn]] void throwOutOfRange(const char* container, double index, double length);

// A type whose default-made value is JavaScript's undefined says so itself: `using NodecppUndefinable = void`. Handles,
// functions, errors, lookups and what has isUndefined() are known.
template <class T>
concept HasUndefined = requires { typename T::NodecppUndefinable; } || requires { typename T::ObjectType; } ||
                       requires { typename T::NodecppFunction; } || requires(const T& value) { value.isUndefined(); } ||
                       requires(T& value) {
                         value.has_value();
                         value.reset();
                       };

// The undefined value of a type that has one. Of most types it is what is made by default; an Array made by default is
// empty, so it has a function for it.
template <HasUndefined T>
T undefinedOf() {
  if constexpr (requires { T::undefined(); })
    return T::undefined();
  else
    return T();
}

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

// The element that is not there.
template <class T>
T missing(const char* container, double index, double length) {
  if constexpr (std::is_floating_point_v<T>)
    return T(__builtin_nan(""));
  else if constexpr (HasUndefined<T>)
    return undefinedOf<T>();
  else
    throwOutOfRange(container, index, length);
}

}  // namespace nodecpp::detail
