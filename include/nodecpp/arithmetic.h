// What counts as a number where a function takes any: C++'s own types, and num (nodecpp/number.h) with what derives from it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace nodecpp {

class num;

namespace detail {

template <class T>
concept PlainNumber = std::is_arithmetic_v<T>;
template <class T>
concept Arithmetic = std::is_arithmetic_v<T> || (requires { sizeof(T); } && std::is_base_of_v<num, T>);

// The place of an element that has this number as its key, as `list[n]` of JavaScript has it. What is no index (below zero,
// broken, NaN) becomes a place that no container has.
constexpr std::size_t placeAt(double index) noexcept {
  if (!(__builtin_fabs(index) < 9007199254740992.0)) return SIZE_MAX;
  const auto whole = static_cast<std::int64_t>(index);  // signed: the processor has one instruction for it
  return static_cast<double>(whole) == index ? static_cast<std::size_t>(whole) : SIZE_MAX;  // below zero: behind every end
}

// a % b as JavaScript has it: of both as they are, with the sign of the left one, a zero's as well.
constexpr double remainder(double a, double b) noexcept {
  // Whole numbers are most of it, and have an instruction where fmod has a loop.
  const double left = __builtin_fabs(a), right = __builtin_fabs(b);
  if (left <= 9007199254740992.0 && right >= 1 && right <= 9007199254740992.0) [[likely]] {
    const auto n = static_cast<std::int64_t>(left), by = static_cast<std::int64_t>(right);
    if (static_cast<double>(n) == left && static_cast<double>(by) == right) [[likely]] {
      if (((n | by) >> 32) == 0) [[likely]]  // a division of 32 bits costs half of one of 64
        return __builtin_copysign(static_cast<std::uint32_t>(n) % static_cast<std::uint32_t>(by), a);
      return __builtin_copysign(static_cast<double>(n % by), a);
    }
  }
  return __builtin_fmod(a, b);
}

}  // namespace detail
}  // namespace nodecpp
