// num: a double that adds, divides, compares, prints and converts as a number in JavaScript does, at the cost of a
// double. This header also has JavaScript's other functions on numbers besides Math: Number, parseInt, parseFloat,
// isNaN, isFinite, NaN, Infinity.
//
//   num n = 7;
//   n / 2        3.5, where an int gives 3
//   n % 2.5      2
//   n | 0, ~n    the bits of a 32-bit integer, as in JavaScript; ushr(n, 1) is n >>> 1
//   n < size     right for any mixture of signs
//   n.toFixed(2), toString(n, 16)
//
// Every arithmetic type converts to num implicitly, and a num converts to double. A conversion to an integer is
// explicit: int(n) is defined for every value, see below. So `c ? n : 0` is a num, but in `c ? n : 0.5` one side must
// be written as num(0.5).
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Number
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/string.h>
#include <nodecpp/traits.h>

namespace nodecpp {

inline constexpr double NaN = __builtin_nan("");
inline constexpr double Infinity = __builtin_inf();

namespace detail {


// A class that has a toNumber() of its own: a var, a Lookup, a BigInt.
template <class T>
concept ToNumber = std::is_class_v<T> && !Arithmetic<T> && requires(const T& value) {
  { value.toNumber() } -> detail::ConvertsTo<double>;
};
// A number in a variable that closures share, such as let<int>.
template <class T>
concept HoldsNumber = std::is_class_v<T> && requires(const T& value) {
  requires PlainNumber<std::remove_cvref_t<decltype(value.ref())>>;
};
// An element of a list or a byte of a Buffer, `list[i]`, which converts to its number.
template <class T>
concept IsElement = std::is_class_v<T> && !HoldsNumber<T> && !ToNumber<T> && !Arithmetic<T> && requires(const T& value) {
  requires PlainNumber<std::remove_cvref_t<decltype(value.value())>>;
  { value } -> detail::ConvertsTo<double>;
};
template <class T>
concept HasGetTime = std::is_class_v<T> && requires(const T& value) {
  { value.getTime() } -> detail::ConvertsTo<double>;
};

}  // namespace detail

class num {
 public:
  // Makes NaN, the value of an undefined variable (`let n;`) in arithmetic.
  constexpr num() noexcept : value_(__builtin_nan("")) {}
  template <detail::PlainNumber T>
  constexpr num(T value) noexcept : value_(static_cast<double>(value)) {}
  template <detail::AnyValue T>
  num(const T& value) : value_(value.toNumber()) {}
  template <detail::HoldsNumber T>
  num(const T& value) : value_(static_cast<double>(value.ref())) {}
  template <detail::IsElement T>
  num(const T& element) : value_(static_cast<double>(element.value())) {}
  // JavaScript's Number(x) for a text, for null, for a value that may be a text or undefined, and for a Date.
  template <class T>
    requires detail::StringLike<const T&>
  explicit num(const T& text) : value_(nodecpp::toNumber(StringArg(text))) {}
  template <detail::ToNumber T>
    requires(!detail::AnyValue<T> && !detail::StringLike<const T&>)
  explicit num(const T& value) : value_(value.toNumber()) {}
  template <detail::HasGetTime T>
  explicit num(const T& date) : value_(date.getTime()) {}
  explicit constexpr num(std::nullptr_t) noexcept : value_(0) {}
  explicit constexpr num(Undefined) noexcept : num() {}

  // Converts to double without a change. The template accepts only double itself, not types that a double converts to,
  // so `int i = n` does not compile.
  template <std::same_as<double> T>
  constexpr operator T() const noexcept {
    return value_;
  }
  // Converts as JavaScript's functions convert positions and lengths: the fraction is cut off, NaN becomes 0, and a
  // number beyond the range becomes the end of the range. As a std::size_t a negative number becomes the greatest
  // value, which is not a valid index or length.
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
  // Explicit conversion, int(n): to types of up to 32 bits it gives the low bits of the integer part, as `n | 0` does;
  // for wider types a number beyond the range becomes the end of the range. NaN becomes 0.
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
  // A num converts to false when it is 0 or NaN.
  explicit constexpr operator bool() const noexcept { return value_ < 0 || value_ > 0; }
  constexpr double valueOf() const noexcept { return value_; }
  double toNumber() const noexcept { return value_; }
  // Converts to an element's position as JavaScript does for `list[n]`. A number that is not a valid index (negative,
  // not an integer, NaN) becomes a position that no container has.
  constexpr std::size_t index() const noexcept {
    return detail::placeAt(value_);
  }

  // Returns the number with `digits` decimals, 0 to 100; from 1e21 on the same text as str(n). A half is rounded away
  // from zero, based on the exact value: (1.005).toFixed(2) is "1.00". Throws a RangeError for other values of
  // `digits`.
  String toFixed(double digits = 0) const;
  // Returns the number with `digits` significant digits, 1 to 100; without an argument the same text as str(n). Throws
  // a RangeError for other values of `digits`.
  String toPrecision() const { return str(value_); }
  String toPrecision(double digits) const;
  // Returns the number in exponential notation, "1.5e+3", with `digits` decimals, 0 to 100; without an argument with as
  // many as needed. Throws a RangeError for other values of `digits`.
  String toExponential() const;
  String toExponential(double digits) const;
  // Returns the number in base 2 to 36. Fractional digits are the same as V8's. Throws a RangeError for another radix.
  String toString() const { return str(value_); }
  String toString(double radix) const;
  // JavaScript's n >>> bits: shifts the number as 32 unsigned bits to the right and fills with zeros.
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

  // Each operator is defined three times, because an operation on a num and an int or double would otherwise be
  // ambiguous.
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
  NODECPP_NUM_ARITHMETIC(+, a + b)
  NODECPP_NUM_ARITHMETIC(-, a - b)
  NODECPP_NUM_ARITHMETIC(*, a * b)
  NODECPP_NUM_ARITHMETIC(/, a / b)
  NODECPP_NUM_ARITHMETIC(%, detail::remainder(a, b))
  NODECPP_NUM_ARITHMETIC(&, toInt32(a) & toInt32(b))
  NODECPP_NUM_ARITHMETIC(|, toInt32(a) | toInt32(b))
  NODECPP_NUM_ARITHMETIC(^, toInt32(a) ^ toInt32(b))
  NODECPP_NUM_ARITHMETIC(<<, static_cast<std::int32_t>(toUint32(a) << (toUint32(b) & 31)))
  NODECPP_NUM_ARITHMETIC(>>, toInt32(a) >> (toUint32(b) & 31))
  NODECPP_NUM_OPERATOR(==, bool, a == b)
  NODECPP_NUM_OPERATOR(!=, bool, a != b)
  NODECPP_NUM_OPERATOR(<, bool, a < b)
  NODECPP_NUM_OPERATOR(>, bool, a > b)
  NODECPP_NUM_OPERATOR(<=, bool, a <= b)
  NODECPP_NUM_OPERATOR(>=, bool, a >= b)
#undef NODECPP_NUM_ARITHMETIC
#undef NODECPP_NUM_OPERATOR

  // JavaScript's `a || b`, which gives one of the two values and not a bool. Both operands are evaluated.
  friend constexpr num operator||(num a, num b) noexcept { return a ? a : b; }
  template <detail::PlainNumber T>
    requires(!std::same_as<T, bool>)
  friend constexpr num operator||(num a, T b) noexcept {
    return a ? a : num(b);
  }

  // The constants and functions of JavaScript's Number, reached as Number::EPSILON, Number::isInteger(x).
  static constexpr double EPSILON = 0x1p-52;
  static constexpr double MAX_SAFE_INTEGER = 9007199254740991.0;
  static constexpr double MIN_SAFE_INTEGER = -9007199254740991.0;
  static constexpr double MAX_VALUE = 0x1.fffffffffffffp+1023;
  static constexpr double MIN_VALUE = 0x1p-1074;
  static constexpr double NaN = nodecpp::NaN;
  static constexpr double POSITIVE_INFINITY = nodecpp::Infinity;
  static constexpr double NEGATIVE_INFINITY = -nodecpp::Infinity;
  // All four functions return false for a value that is not a number, such as a text.
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
      return isOne(value.ref(), test);  // the value is a let
    else
      return false;
  }
  double value_;
};

// JavaScript's Number: Number(x) converts, Number::isInteger(x) tests.
using Number = num;

// JavaScript's a >>> b, for which C++ has no operator.
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

// JavaScript's parseInt: returns the integer at the beginning of a text in base 2 to 36, or NaN when there is none.
// With radix 0 or without a radix the base is 16 behind "0x" and 10 otherwise. A value that is not a text is converted
// to one first: parseInt(query["page"], 10).
template <class T>
num parseInt(const T& text, num radix = 0) {
  if constexpr (detail::StringLike<const T&>)
    return detail::parseIntText(text, toInt32(radix));
  else if constexpr (detail::Arithmetic<T> && !std::same_as<T, bool>)
    return detail::parseIntNumber(static_cast<double>(text), toInt32(radix));
  else
    return detail::parseIntText(StringArg(str(text)), toInt32(radix));
}
// JavaScript's parseFloat: returns the number at the beginning of a text, or NaN when there is none.
template <class T>
num parseFloat(const T& text) {
  if constexpr (detail::StringLike<const T&>)
    return detail::parseFloatText(text);
  else
    return detail::parseFloatText(StringArg(str(text)));
}
// JavaScript's global isNaN and isFinite, which convert the value with Number(value) first: isNaN("x") is true.
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
