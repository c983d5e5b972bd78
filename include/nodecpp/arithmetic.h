// The definition of a number for functions that accept any number: the arithmetic types of C++, and num
// (nodecpp/number.h) with the classes derived from it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// NODECPP_OPERATORS(X) expands to X(+) X(-) … for each binary operator that has an assignment form. X(+) stands for
// both + and +=.
#define NODECPP_OPERATORS(X) X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^) X(<<) X(>>)

namespace nodecpp {

class num;  // write #include <nodecpp/number.h>

namespace detail {

template <class T>
concept PlainNumber = std::is_arithmetic_v<T>;
template <class T>
concept Arithmetic = std::is_arithmetic_v<T> || (requires { sizeof(T); } && std::is_base_of_v<num, T>);
// A variable of the program that holds a number: let<int>, perThread<double>. An optional number is none.
template <class V>
concept NumberVariable = requires(const V& variable) {
  { variable.value() } -> Arithmetic;
} && !requires(const V& variable) { variable.has_value(); };

// A number that converts to an integer of C++ only explicitly: a num, an element of a list of them, a let<num>.
template <class N>
concept NumberOfProgram = std::is_class_v<N> && !requires(const N& number, void (*f)(int)) { f(number); } && (Arithmetic<N> || NumberVariable<N>);
template <NumberOfProgram N>
constexpr double programNumber(const N& number) {
  if constexpr (Arithmetic<N>)
    return static_cast<double>(number);
  else
    return static_cast<double>(number.value());
}

// Converts a number to an element's position as JavaScript does for `list[n]`. A number that is not a valid index
// (negative, not an integer, NaN) becomes a position that no container has.
constexpr std::size_t placeAt(double index) noexcept {
  if (!(__builtin_fabs(index) < 9007199254740992.0)) return SIZE_MAX;
  // Signed, because the processor converts to a signed integer with one instruction.
  const auto whole = static_cast<std::int64_t>(index);
  // A negative number becomes a position behind the end of every container.
  return static_cast<double>(whole) == index ? static_cast<std::size_t>(whole) : SIZE_MAX;
}

// JavaScript's ToInt32 for numbers beyond 64 bits, for NaN and for the infinities.
constexpr std::int32_t toInt32Far(double value) noexcept {
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const int exponent = int(bits >> 52 & 0x7ff) - 1075;  // the exponent of the mantissa's last bit
  if (exponent >= 32) return 0;                         // also for NaN and the infinities
  const auto low = static_cast<std::uint32_t>((bits & ((1ull << 52) - 1)) << exponent);
  return static_cast<std::int32_t>(bits >> 63 ? 0 - low : low);
}

// JavaScript's a % b: the remainder of floating-point division, with the sign of a, also when the remainder is zero.
constexpr double remainder(double a, double b) noexcept {
  // Most operands are integers, for which the processor has an instruction, while fmod runs a loop. The bits of numbers
  // from 0 to below 2^32 are below those of 2^32, which are 0x41f0000000000000.
  if (__builtin_bit_cast(std::uint64_t, a) < 0x41f0000000000000 && __builtin_bit_cast(std::uint64_t, b) < 0x41f0000000000000) [[likely]] {
    const auto n = static_cast<std::int64_t>(a), by = static_cast<std::int64_t>(b);
    if (static_cast<double>(n) == a && static_cast<double>(by) == b && by != 0) [[likely]] {
      // Without a division for a power of two.
      return static_cast<double>((by & (by - 1)) == 0 ? n & (by - 1) : std::int64_t(std::uint32_t(n) % std::uint32_t(by)));
    }
  }
  const double left = __builtin_fabs(a), right = __builtin_fabs(b);
  if (left + right <= 9007199254740992.0) [[likely]] {
    const auto n = static_cast<std::int64_t>(left), by = static_cast<std::int64_t>(right);
    if (static_cast<double>(n) == left && static_cast<double>(by) == right && by != 0) [[likely]]
      return __builtin_copysign(static_cast<double>(n % by), a);
  }
  return __builtin_fmod(a, b);
}

}  // namespace detail

// JavaScript's ToInt32: the low 32 bits of the integer part, as the bit operators take a number; 0 for NaN and the
// infinities.
constexpr std::int32_t toInt32(double value) noexcept {
  // Within 64 bits the processor's own conversion keeps the low bits. The two bounds differ on purpose: with equal
  // bounds the compiler would compare the absolute value, and then could not see that a value just converted from an
  // integer needs no check.
  if (value > -9.2e18 && value < 9.1e18) [[likely]]
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(static_cast<std::int64_t>(value))));
  return detail::toInt32Far(value);
}
constexpr std::uint32_t toUint32(double value) noexcept { return static_cast<std::uint32_t>(toInt32(value)); }

}  // namespace nodecpp
