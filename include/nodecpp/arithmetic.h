// What counts as a number where a function takes any: C++'s own types, and num (nodecpp/number.h) with what derives from it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// NODECPP_OPERATORS(X): X(+) X(-) … of each operator that has an assignment, X(+) being for += as well.
#define NODECPP_OPERATORS(X) X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^) X(<<) X(>>)

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

// Of what is beyond 64 bits, of NaN and the infinities.
constexpr std::int32_t toInt32Far(double value) noexcept {
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const int exponent = int(bits >> 52 & 0x7ff) - 1075;  // of the last bit of the mantissa
  if (exponent >= 32) return 0;                         // NaN and the infinities among them
  const auto low = static_cast<std::uint32_t>((bits & ((1ull << 52) - 1)) << exponent);
  return static_cast<std::int32_t>(bits >> 63 ? 0 - low : low);
}

// a % b as JavaScript has it: of both as they are, with the sign of the left one, a zero's as well.
constexpr double remainder(double a, double b) noexcept {
  // Whole numbers are most of it, and have an instruction where fmod has a loop.
  const double left = __builtin_fabs(a), right = __builtin_fabs(b);
  if (left + right <= 9007199254740992.0) [[likely]] {
    const auto n = static_cast<std::int64_t>(left), by = static_cast<std::int64_t>(right);
    if (static_cast<double>(n) == left && static_cast<double>(by) == right && by != 0) [[likely]] {
      if (((n | by) >> 32) == 0) [[likely]]  // a division of 32 bits costs half of one of 64
        return __builtin_copysign(static_cast<std::uint32_t>(n) % static_cast<std::uint32_t>(by), a);
      return __builtin_copysign(static_cast<double>(n % by), a);
    }
  }
  return __builtin_fmod(a, b);
}

}  // namespace detail

// The 32 low bits of the whole part, as JavaScript's bit operators take a number: 0 for NaN and the infinities.
constexpr std::int32_t toInt32(double value) noexcept {
  // Within 64 bits the processor's own conversion keeps the low ones. Were the bounds the same on both sides, the compiler
  // would compare the absolute value, and then not see that what was an integer just before needs no check.
  if (value > -9.2e18 && value < 9.1e18) [[likely]]
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(static_cast<std::int64_t>(value))));
  return detail::toInt32Far(value);
}
constexpr std::uint32_t toUint32(double value) noexcept { return static_cast<std::uint32_t>(toInt32(value)); }

}  // namespace nodecpp
