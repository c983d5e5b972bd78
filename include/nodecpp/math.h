// Math: JavaScript's Math object. The functions take any number and return a num (nodecpp/number.h), so that the
// results can be used as in JavaScript: Math::floor(x / 2) % 3, Math::random() * 6 | 0.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Math
#pragma once

#include <nodecpp/number.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

double mathRandom();
double mathPower(double base, double exponent) noexcept;
double mathCubeRoot(double value) noexcept;
double mathHypot(const double* values, std::size_t count) noexcept;
double mathHalf(double value) noexcept;

// Returns the lesser of two numbers without a branch, which would often be mispredicted. For two different numbers both
// selections are the same. For 0 and -0, and when one number is NaN, the selections are one of each, and the bitwise OR
// of the two is -0 or NaN, as JavaScript requires.
constexpr double lesser(double a, double b) noexcept {
  const double one = a < b ? a : b, other = b < a ? b : a;
  return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, one) | __builtin_bit_cast(std::uint64_t, other));
}
constexpr double greater(double a, double b) noexcept { return -lesser(-a, -b); }

// What for-of gives numbers for. A var is none, since it may also be a number itself.
template <class L>
concept NumberList = !StringLike<const L&> && !nodecpp::detail::ConvertsTo<const L&, num> && requires(const L& list) {
  num(*list.begin());
  list.end();
};

// Returns the one that `better` chooses of all arguments and all elements of the arguments that are lists.
template <auto better, class... T>
num choose(double result, const T&... values) {
  const auto next = [&result](const auto& value) {
    if constexpr (NumberList<std::remove_cvref_t<decltype(value)>>)
      for (const auto& each : value) result = better(result, num(each));
    else
      result = better(result, num(value));
  };
  (next(values), ...);
  return result;
}

}  // namespace nodecpp::detail

namespace nodecpp::Math {

inline constexpr double E = 2.718281828459045;
inline constexpr double LN10 = 2.302585092994046;
inline constexpr double LN2 = 0.6931471805599453;
inline constexpr double LOG10E = 0.4342944819032518;
inline constexpr double LOG2E = 1.4426950408889634;
inline constexpr double PI = 3.141592653589793;
inline constexpr double SQRT1_2 = 0.7071067811865476;
inline constexpr double SQRT2 = 1.4142135623730951;

inline num abs(num x) noexcept { return __builtin_fabs(x); }
inline num ceil(num x) noexcept { return __builtin_ceil(x); }
inline num floor(num x) noexcept { return __builtin_floor(x); }
inline num trunc(num x) noexcept { return __builtin_trunc(x); }
// Rounds to the nearest integer, and a half upwards: -2.5 becomes -2. A negative number that rounds to zero becomes -0.
inline num round(num x) noexcept {
  const double up = __builtin_ceil(x);
  return up - 0.5 > double(x) ? up - 1 : up;
}
// Math.sign returns 1 or -1; zeros and NaN are returned unchanged.
inline num sign(num x) noexcept { return x > 0 ? 1.0 : x < 0 ? -1.0 : double(x); }
inline num sqrt(num x) noexcept { return __builtin_sqrt(x); }
inline num cbrt(num x) noexcept { return detail::mathCubeRoot(x); }

inline num exp(num x) noexcept { return __builtin_exp(x); }
inline num expm1(num x) noexcept { return __builtin_expm1(x); }
inline num log(num x) noexcept { return __builtin_log(x); }
inline num log1p(num x) noexcept { return __builtin_log1p(x); }
inline num log2(num x) noexcept { return __builtin_log2(x); }
inline num log10(num x) noexcept { return __builtin_log10(x); }
// Also used for JavaScript's ** operator. The result is NaN for an exponent of NaN, and for 1 or -1 to an infinite
// power, unlike in C.
inline num pow(num base, num exponent) noexcept { return detail::mathPower(base, exponent); }

inline num sin(num x) noexcept { return __builtin_sin(x); }
inline num cos(num x) noexcept { return __builtin_cos(x); }
inline num tan(num x) noexcept { return __builtin_tan(x); }
inline num asin(num x) noexcept { return __builtin_asin(x); }
inline num acos(num x) noexcept { return __builtin_acos(x); }
inline num atan(num x) noexcept { return __builtin_atan(x); }
inline num atan2(num y, num x) noexcept { return __builtin_atan2(y, x); }
inline num sinh(num x) noexcept { return __builtin_sinh(x); }
inline num cosh(num x) noexcept { return __builtin_cosh(x); }
inline num tanh(num x) noexcept { return __builtin_tanh(x); }
inline num asinh(num x) noexcept { return __builtin_asinh(x); }
inline num acosh(num x) noexcept { return __builtin_acosh(x); }
inline num atanh(num x) noexcept { return __builtin_atanh(x); }

// Return the least and the greatest argument, or NaN when one of them is NaN. Without arguments they return Infinity
// and -Infinity.
inline num min() { return Infinity; }
inline num max() { return -Infinity; }
// An argument may also be a list: JavaScript's Math.max(...list) and Math.max(0, ...list) are Math::max(list) and
// Math::max(0, spread(list)). It may be an Array, a Set, a typed array, a generator.
template <class First, class... T>
num min(const First& first, const T&... values) {
  if constexpr (detail::NumberList<First>)
    return detail::choose<detail::lesser>(Infinity, first, values...);
  else
    return detail::choose<detail::lesser>(num(first), values...);
}
template <class First, class... T>
num max(const First& first, const T&... values) {
  if constexpr (detail::NumberList<First>)
    return detail::choose<detail::greater>(-Infinity, first, values...);
  else
    return detail::choose<detail::greater>(num(first), values...);
}
// Returns the square root of the sum of squares, also when the squares would overflow. The result is Infinity when an
// argument is infinite, even if another one is NaN.
template <class... T>
num hypot(const T&... values) {
  const double all[] = {double(num(values))..., 0};
  return detail::mathHypot(all, sizeof...(T));
}

// Math.imul returns the low 32 bits of the product as a signed integer.
inline num imul(num a, num b) noexcept { return std::int32_t(toUint32(a) * toUint32(b)); }
// Returns the number of leading zero bits of the number as 32 bits.
inline num clz32(num x) noexcept {
  const std::uint32_t bits = toUint32(x);
  return bits == 0 ? 32 : __builtin_clz(bits);
}
// Round to the nearest 32-bit and 16-bit floating-point number.
inline num fround(num x) noexcept { return float(double(x)); }
inline num f16round(num x) noexcept { return detail::mathHalf(x); }

// Returns a number from 0 (included) to 1 (excluded). Each event loop has its own generator, which the port seeds: a
// replay draws the recorded numbers, and a simulation the numbers of its seed. Throws an Error when no loop is running,
// as in a job of the pool. Not for secrets.
inline num random() { return detail::mathRandom(); }

}  // namespace nodecpp::Math
