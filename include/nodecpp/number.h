// num: a double that adds, divides, compares, prints and converts as JavaScript's number, at the cost of a double; and
// what JavaScript has of numbers beside Math: Number, parseInt, parseFloat, isNaN, isFinite, NaN, Infinity.
//
//   num n = 7;
//   n / 2        3.5, where an int gives 3
//   n % 2.5      2
//   n | 0, ~n    the bits of a 32-bit integer, as in JavaScript; ushr(n, 1) is n >>> 1
//   n < size     right for any mixture of signs
//   n.toFixed(2), toString(n, 16)
//
// Anything arithmetic becomes a num by itself, and a num a double. To an integer a num converts by name: int(n) is never
// undefined, see below. So `c ? n : 0` is a num, and of `c ? n : 0.5` one side has to say num(0.5).
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Number
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/string.h>

namespace nodecpp {

inline constexpr double NaN = __builtin_nan("");
inline constexpr double Infinity = __builtin_inf();

namespace detail {


// What says itself which number it is: a var, a Lookup, a BigInt.
template <class T>
concept ToNumber = std::is_class_v<T> && !Arithmetic<T> && requires(const T& value) {
  { value.toNumber() } -> std::convertible_to<double>;
};
// A variable that closures share, let<int>.
template <class T>
concept HoldsNumber = std::is_class_v<T> && requires(const T& value) {
  requires PlainNumber<std::remove_cvref_t<decltype(value.ref())>>;
};
// An element of a list or a byte of a Buffer, `list[i]`, which converts to its number.
template <class T>
concept IsElement = std::is_class_v<T> && !HoldsNumber<T> && !ToNumber<T> && !Arithmetic<T> && requires(const T& value) {
  requires PlainNumber<std::remove_cvref_t<decltype(value.value())>>;
  { value } -> std::convertible_to<double>;
};
template <class T>
concept GetsTime = std::is_class_v<T> && requires(const T& value) {
  { value.getTime() } -> std::convertible_to<double>;
};

}  // namespace detail

class num {
 public:
  // NaN, which is what `let n;` is to arithmetic.
  constexpr num() noexcept : value_(__builtin_nan("")) {}
  template <detail::PlainNumber T>
  constexpr num(T value) noexcept : value_(static_cast<double>(value)) {}
  template <detail::AnyValue T>
  num(const T& value) : value_(value.toNumber()) {}
  template <detail::HoldsNumber T>
  num(const T& value) : value_(static_cast<double>(value.ref())) {}
  template <detail::IsElement T>
  num(const T& element) : value_(static_cast<double>(element.value())) {}
  // JavaScript's Number(x): of a text, of null, of what may be a text or undefined, of a Date.
  template <class T>
    requires detail::StringLike<const T&>
  explicit num(const T& text) : value_(nodecpp::toNumber(StringArg(text))) {}
  template <detail::ToNumber T>
    requires(!detail::AnyValue<T> && !detail::StringLike<const T&>)
  explicit num(const T& value) : value_(value.toNumber()) {}
  template <detail::GetsTime T>
  explicit num(const T& date) : value_(date.getTime()) {}
  explicit constexpr num(std::nullptr_t) noexcept : value_(0) {}

  // As it is. Exactly of double, and not of what a double converts to: `int i = n` does not compile.
  template <std::same_as<double> T>
  constexpr operator T() const noexcept {
    return value_;
  }
  // As JavaScript's functions take positions and lengths: cut to a whole number, NaN to 0, to the ends of the range what
  // is beyond them; below zero a std::size_t is the greatest, which is no element's index and no string's length.
  template <std::same_as<std::ptrdiff_t> T>
  constexpr operator T() const noexcept {
    if (value_ > -9.2e18 && value_ < 9.2e18) [[likely]]
      return static_cast<T>(value_);
    if (value_ != value_) return 0;
    return value_ < 0 ? PTRDIFF_MIN : PTRDIFF_MAX;
  }
  template <std::same_as<std::size_t> T>
  constexpr operator T() const noexcept {
    if (value_ > -1 && value_ < 9.2e18) [[likely]]
      return static_cast<T>(static_cast<std::int64_t>(value_));
    if (value_ != value_) return 0;
    return value_ < 0 || value_ >= 18446744073709551615.0 ? SIZE_MAX : static_cast<T>(value_);
  }
  // By name, int(n): up to 32 bits the low bits of the whole part, as `n | 0`; wider ones are cut at the ends of their
  // range. NaN is 0.
  template <std::integral T>
    requires(!std::same_as<T, std::ptrdiff_t> && !std::same_as<T, std::size_t> && !std::same_as<T, bool>)
  explicit constexpr operator T() const noexcept {
    if constexpr (sizeof(T) <= sizeof(std::int32_t))
      return static_cast<T>(toInt32(value_));
    else if constexpr (std::signed_integral<T>)
      return static_cast<T>(static_cast<std::ptrdiff_t>(*this));
    else
      return value_ < 0 ? 0 : static_cast<T>(static_cast<std::size_t>(*this));
  }
  template <std::same_as<float> T>
  explicit constexpr operator T() const noexcept {
    return static_cast<float>(value_);
  }
  // False for 0 and NaN.
  explicit constexpr operator bool() const noexcept { return value_ < 0 || value_ > 0; }
  constexpr double valueOf() const noexcept { return value_; }
  double toNumber() const noexcept { return value_; }
  // The place of an element that has this number as its key, as `list[n]` of JavaScript has it; a place that no
  // container has for what is no index: below zero, broken, NaN.
  constexpr std::size_t index() const noexcept {
    return detail::placeAt(value_);
  }

  // `digits` behind the point, 0 to 100, or a RangeError; from 1e21 on as str(n). Half is rounded away from zero, of the
  // exact value: (1.005).toFixed(2) is "1.00".
  String toFixed(double digits = 0) const;
  // `digits` in all, 1 to 100, or a RangeError; without an argument as str(n).
  String toPrecision() const { return str(value_); }
  String toPrecision(double digits) const;
  // "1.5e+3", with `digits` behind the point, 0 to 100, or a RangeError; without an argument with as many as it takes.
  String toExponential() const;
  String toExponential(double digits) const;
  // In base 2 to 36, or a RangeError. Digits behind the point are V8's.
  String toString() const { return str(value_); }
  String toString(double radix) const;
  // n >>> bits: the shift that fills with zeros, of the number as 32 bits without a sign.
  constexpr num ushr(num bits) const noexcept { return num(toUint32(value_) >> (toUint32(bits.value_) & 31)); }

  constexpr num operator+() const noexcept { return *this; }
  constexpr num operator-() const noexcept { return num(-value_); }
  constexpr num operator~() const noexcept { return num(~toInt32(value_)); }
  constexpr num& operator++() noexcept {
    ++value_;
    return *this;
  }
  constexpr num& operator--() noexcept {
    --value_;
    return *this;
  }
  constexpr num operator++(int) noexcept { return num(value_++); }
  constexpr num operator--(int) noexcept { return num(value_--); }

  // Each operator three times: a mixture with int or double must not be ambiguous.
#define NODECPP_NUM_OPERATOR(op, type, expression)              \
  friend constexpr type operator op(num left, num right) noexcept { \
    const double a = left.value_, b = right.value_;             \
    return type(expression);                                    \
  }                                                             \
  template <detail::PlainNumber T>                              \
  friend constexpr type operator op(num left, T right) noexcept { \
    const double a = left.value_, b = static_cast<double>(right); \
    return type(expression);                                    \
  }                                                             \
  template <detail::PlainNumber T>                              \
  friend constexpr type operator op(T left, num right) noexcept { \
    const double a = static_cast<double>(left), b = right.value_; \
    return type(expression);                                    \
  }
#define NODECPP_NUM_ARITHMETIC(op, expression)       \
  NODECPP_NUM_OPERATOR(op, num, expression)          \
  constexpr num& operator op##=(num right) noexcept { \
    return *this = *this op right;                   \
  }
#define NODECPP_SHIFT(b) (toUint32(b) & 31)
  NODECPP_NUM_ARITHMETIC(+, a + b)
  NODECPP_NUM_ARITHMETIC(-, a - b)
  NODECPP_NUM_ARITHMETIC(*, a * b)
  NODECPP_NUM_ARITHMETIC(/, a / b)
  NODECPP_NUM_ARITHMETIC(%, detail::remainder(a, b))
  NODECPP_NUM_ARITHMETIC(&, toInt32(a) & toInt32(b))
  NODECPP_NUM_ARITHMETIC(|, toInt32(a) | toInt32(b))
  NODECPP_NUM_ARITHMETIC(^, toInt32(a) ^ toInt32(b))
  NODECPP_NUM_ARITHMETIC(<<, static_cast<std::int32_t>(toUint32(a) << NODECPP_SHIFT(b)))
  NODECPP_NUM_ARITHMETIC(>>, toInt32(a) >> NODECPP_SHIFT(b))
  NODECPP_NUM_OPERATOR(==, bool, a == b)
  NODECPP_NUM_OPERATOR(!=, bool, a != b)
  NODECPP_NUM_OPERATOR(<, bool, a < b)
  NODECPP_NUM_OPERATOR(>, bool, a > b)
  NODECPP_NUM_OPERATOR(<=, bool, a <= b)
  NODECPP_NUM_OPERATOR(>=, bool, a >= b)
#undef NODECPP_SHIFT
#undef NODECPP_NUM_ARITHMETIC
#undef NODECPP_NUM_OPERATOR

  // JavaScript's `a || b`: the value, not a truth value. Both sides are evaluated.
  friend constexpr num operator||(num a, num b) noexcept { return a ? a : b; }
  template <detail::PlainNumber T>
    requires(!std::same_as<T, bool>)
  friend constexpr num operator||(num a, T b) noexcept {
    return a ? a : num(b);
  }

  // Number's constants and functions, reached as Number::EPSILON, Number::isInteger(x).
  static constexpr double EPSILON = 0x1p-52;
  static constexpr double MAX_SAFE_INTEGER = 9007199254740991.0;
  static constexpr double MIN_SAFE_INTEGER = -9007199254740991.0;
  static constexpr double MAX_VALUE = 0x1.fffffffffffffp+1023;
  static constexpr double MIN_VALUE = 0x1p-1074;
  static constexpr double NaN = nodecpp::NaN;
  static constexpr double POSITIVE_INFINITY = nodecpp::Infinity;
  static constexpr double NEGATIVE_INFINITY = -nodecpp::Infinity;
  // False for what is no number, as a text is not.
  template <class T>
  static constexpr bool isNaN(const T& value) {
    return isOne(value, [](double x) { return x != x; });
  }
  template <class T>
  static constexpr bool isFinite(const T& value) {
    return isOne(value, [](double x) { return x - x == 0; });
  }
  template <class T>
  static constexpr bool isInteger(const T& value) {
    return isOne(value, [](double x) { return x - x == 0 && __builtin_trunc(x) == x; });
  }
  template <class T>
  static constexpr bool isSafeInteger(const T& value) {
    return isOne(value, [](double x) { return __builtin_trunc(x) == x && __builtin_fabs(x) <= MAX_SAFE_INTEGER; });
  }
  template <class... T>
  static num parseInt(const T&... args);
  template <class T>
  static num parseFloat(const T& text);

 private:
  template <class T, class F>
  static constexpr bool isOne(const T& value, F test) {
    if constexpr (detail::Arithmetic<T> && !std::same_as<T, bool>)
      return test(static_cast<double>(value));
    else if constexpr (requires { value.isNumber(); })
      return value.isNumber() && test(value.toNumber());
    else if constexpr (requires { test(value.ref()); })
      return isOne(value.ref(), test);  // a let
    else
      return false;
  }
  double value_;
};

// Number(x) converts, and Number::isInteger(x) asks.
using Number = num;

// a >>> b.
constexpr num ushr(num a, num b) noexcept { return a.ushr(b); }

inline String str(num value) { return str(double(value)); }
inline String toString(num value, double radix) { return value.toString(radix); }
inline String toFixed(num value, double digits = 0) { return value.toFixed(digits); }
inline String toPrecision(num value) { return value.toPrecision(); }
inline String toPrecision(num value, double digits) { return value.toPrecision(digits); }
inline String toExponential(num value) { return value.toExponential(); }
inline String toExponential(num value, double digits) { return value.toExponential(digits); }

template <class S>
  requires detail::StringLike<const S&>
String operator+(const S& a, num b) {
  return detail::concat(a, str(b));
}
template <class S>
  requires detail::StringLike<const S&>
String operator+(num a, const S& b) {
  return detail::concat(str(a), b);
}

namespace detail {
template <>
inline FormatArg formatArg<num>(const num& value) {
  return {str(value), FormatArg::number, double(value), 0};
}
num parseIntText(StringArg text, std::int32_t radix);
num parseIntNumber(double value, std::int32_t radix);
num parseFloatText(StringArg text);
}  // namespace detail

// The integer at the beginning of a text, in base 2 to 36; without one, or 0, 16 behind "0x" and 10 elsewhere. NaN where
// there is none. What is no text is made one first: parseInt(query["page"], 10).
template <class T>
num parseInt(const T& text, num radix = 0) {
  if constexpr (detail::StringLike<const T&>)
    return detail::parseIntText(text, toInt32(radix));
  else if constexpr (detail::Arithmetic<T> && !std::same_as<T, bool>)
    return detail::parseIntNumber(static_cast<double>(text), toInt32(radix));
  else
    return detail::parseIntText(StringArg(str(text)), toInt32(radix));
}
// The number at the beginning of a text; NaN where there is none.
template <class T>
num parseFloat(const T& text) {
  if constexpr (detail::StringLike<const T&>)
    return detail::parseFloatText(text);
  else
    return detail::parseFloatText(StringArg(str(text)));
}
// Of what Number(value) is: isNaN("x") is true.
template <class T>
bool isNaN(const T& value) {
  const num number(value);
  return number != number;
}
template <class T>
bool isFinite(const T& value) {
  return num::isFinite(num(value));
}

template <class... T>
num num::parseInt(const T&... args) {
  return nodecpp::parseInt(args...);
}
template <class T>
num num::parseFloat(const T& text) {
  return nodecpp::parseFloat(text);
}

}  // namespace nodecpp
