// BigInt is JavaScript's integer of any size, up to 2^30 bits. GMP does the arithmetic, and a program that does not use
// BigInt does not link GMP. Integers of C++ convert to BigInt implicitly: JavaScript's 5n is 5 beside a BigInt, and 5_n
// or BigInt(5) elsewhere. As in JavaScript, floating-point numbers do not mix with BigInts. BigInt(x) and Number(n)
// convert between them.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/BigInt
#pragma once

#include <nodecpp/number.h>
#include <nodecpp/traits.h>

namespace nodecpp {

namespace detail {
struct BigIntRep;
}

class BigInt {
 public:
  using NodecppLeaf = void;  // Marks a BigInt as a value that contains no references to objects (see nodecpp/trace.h).
  using NodecppBoxed = BigInt;
  using NodecppBigInt = void;
  BigInt() noexcept = default;  // The default value is 0.
  template <std::integral T>
  BigInt(T value) : small_(static_cast<std::int64_t>(value)) {
    if constexpr (std::unsigned_integral<T> && sizeof(T) == 8)
      if (small_ < 0) *this = ofUnsigned(value);
  }
  // Makes a BigInt from a floating-point number. Throws a RangeError when the number is not an integer.
  template <class T>
    requires std::floating_point<T> || std::same_as<T, num>
  explicit BigInt(T value) : BigInt(ofNumber(static_cast<double>(value))) {}
  // Makes a BigInt from text: decimal digits, or 0x…, 0o…, 0b…, with white space around. An empty text is 0. Throws a
  // SyntaxError for other text.
  template <class S>
    requires detail::StringLike<const S&>
  explicit BigInt(const S& text) : BigInt(ofText(StringArg(text))) {}
  // Makes a BigInt from a number, boolean, string or BigInt in a var. Throws a TypeError for any other value.
  template <detail::AnyValue T>
  explicit BigInt(const T& value)
      : BigInt(value.template is<BigInt>() ? value.template as<BigInt>()
               : value.isNumber()    ? ofNumber(value.toNumber())
               : value.isBoolean() ? BigInt(bool(value))
               : value.isString()  ? ofText(value.text())
                                   : ofNothing(str(value))) {}

  BigInt(const BigInt& other) noexcept : small_(other.small_), rep_(other.rep_) { retain(); }
  BigInt(BigInt&& other) noexcept : small_(other.small_), rep_(detail::exchange(other.rep_, nullptr)) {}
  BigInt& operator=(BigInt other) noexcept {
    std::swap(small_, other.small_);
    std::swap(rep_, other.rep_);
    return *this;
  }
  ~BigInt() {
    if (rep_) drop();
  }

  // Return the low `bits` bits of the value: asIntN as a signed number in two's complement, asUintN as an unsigned number.
  // A fraction of `bits` is ignored, and NaN counts as 0. Throw a RangeError when `bits` is negative or beyond
  // num::MAX_SAFE_INTEGER; asUintN also when its result would exceed the greatest size of a BigInt.
  static BigInt asIntN(double bits, const BigInt& value);
  static BigInt asUintN(double bits, const BigInt& value);

  // The digits in base `radix`, which is 2 to 36. Throws a RangeError for another radix.
  String toString(double radix = 10) const;
  // Returns the double that is nearest to the BigInt, as JavaScript's Number(n).
  double toNumber() const noexcept;
  // The low 64 bits, as asIntN(64, n) and asUintN(64, n) give them.
  std::int64_t toInt64() const noexcept;
  std::uint64_t toUint64() const noexcept { return static_cast<std::uint64_t>(toInt64()); }
  explicit operator bool() const noexcept { return rep_ || small_ != 0; }
  explicit operator double() const noexcept { return toNumber(); }
  const BigInt& valueOf() const noexcept [[clang::lifetimebound]] { return *this; }

  // The operators follow JavaScript's. They throw a RangeError "Division by zero" or "Maximum BigInt size exceeded".
  friend BigInt operator+(const BigInt& a, const BigInt& b) {
    BigInt out;
    return a.rep_ || b.rep_ || __builtin_add_overflow(a.small_, b.small_, &out.small_) ? combine('+', a, b) : out;
  }
  friend BigInt operator-(const BigInt& a, const BigInt& b) {
    BigInt out;
    return a.rep_ || b.rep_ || __builtin_sub_overflow(a.small_, b.small_, &out.small_) ? combine('-', a, b) : out;
  }
  friend BigInt operator*(const BigInt& a, const BigInt& b) {
    BigInt out;
    return a.rep_ || b.rep_ || __builtin_mul_overflow(a.small_, b.small_, &out.small_) ? combine('*', a, b) : out;
  }
  friend BigInt operator/(const BigInt& a, const BigInt& b) { return combine('/', a, b); }
  friend BigInt operator%(const BigInt& a, const BigInt& b) { return combine('%', a, b); }
  friend BigInt operator&(const BigInt& a, const BigInt& b) { return combine('&', a, b); }
  friend BigInt operator|(const BigInt& a, const BigInt& b) { return combine('|', a, b); }
  friend BigInt operator^(const BigInt& a, const BigInt& b) { return combine('^', a, b); }
  friend BigInt operator<<(const BigInt& a, const BigInt& bits) { return shifted(a, bits, false); }
  friend BigInt operator>>(const BigInt& a, const BigInt& bits) { return shifted(a, bits, true); }
  // JavaScript's a ** b. Throws a RangeError for a negative exponent.
  friend BigInt pow(const BigInt& base, const BigInt& exponent) { return power(base, exponent); }
  BigInt operator-() const { return BigInt() - *this; }
  BigInt operator~() const { return -*this - BigInt(1); }
  BigInt& operator+=(const BigInt& b) { return *this = *this + b; }
  BigInt& operator-=(const BigInt& b) { return *this = *this - b; }
  BigInt& operator*=(const BigInt& b) { return *this = *this * b; }
  BigInt& operator/=(const BigInt& b) { return *this = *this / b; }
  BigInt& operator%=(const BigInt& b) { return *this = *this % b; }
  BigInt& operator&=(const BigInt& b) { return *this = *this & b; }
  BigInt& operator|=(const BigInt& b) { return *this = *this | b; }
  BigInt& operator^=(const BigInt& b) { return *this = *this ^ b; }
  BigInt& operator<<=(const BigInt& b) { return *this = *this << b; }
  BigInt& operator>>=(const BigInt& b) { return *this = *this >> b; }
  BigInt& operator++() { return *this += 1; }
  BigInt& operator--() { return *this -= 1; }
  BigInt operator++(int) {
    BigInt before = *this;
    *this += 1;
    return before;
  }
  BigInt operator--(int) {
    BigInt before = *this;
    *this -= 1;
    return before;
  }

  friend bool operator==(const BigInt& a, const BigInt& b) noexcept {
    return a.rep_ || b.rep_ ? order(a, b) == 0 : a.small_ == b.small_;
  }
  friend std::strong_ordering operator<=>(const BigInt& a, const BigInt& b) noexcept {
    return a.rep_ || b.rep_ ? order(a, b) <=> 0 : a.small_ <=> b.small_;
  }
  // Compares with an integer of C++ without ambiguity between the conversions.
  template <std::integral T>
  friend bool operator==(const BigInt& a, T b) {
    return a == BigInt(b);
  }
  template <std::integral T>
  friend std::strong_ordering operator<=>(const BigInt& a, T b) {
    return a <=> BigInt(b);
  }
  // Compares with a floating-point number exactly: neither side is rounded.
  template <class T>
    requires std::floating_point<T> || std::same_as<T, num>
  friend bool operator==(const BigInt& a, T b) noexcept {
    return orderTo(a, static_cast<double>(b)) == 0;
  }
  template <class T>
    requires std::floating_point<T> || std::same_as<T, num>
  friend std::partial_ordering operator<=>(const BigInt& a, T b) noexcept {
    return orderTo(a, static_cast<double>(b));
  }

  // Prints a BigInt as console.log does: 5n.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(toString() + "n");
  }
  std::size_t hash() const noexcept;
  // Makes the value of a literal such as 0xff_n from its characters.
  static BigInt ofLiteral(const char* digits);

 private:
  friend struct detail::BigIntRep;
  static BigInt ofUnsigned(std::uint64_t value);
  static BigInt ofNumber(double value);
  static BigInt ofText(StringArg text);
  [[noreturn]] static BigInt ofNothing(StringArg what);
  static BigInt combine(char operation, const BigInt& a, const BigInt& b);
  static BigInt shifted(const BigInt& a, const BigInt& bits, bool right);
  static BigInt power(const BigInt& base, const BigInt& exponent);
  static int order(const BigInt& a, const BigInt& b) noexcept;
  static std::partial_ordering orderTo(const BigInt& a, double b) noexcept;
  void retain() const noexcept;
  void drop() noexcept;

  std::int64_t small_ = 0;  // The value of the BigInt, when it fits in 64 bits.
  // The digits of the BigInt, when its value does not fit in 64 bits. Otherwise null.
  detail::BigIntRep* rep_ = nullptr;
};

inline BigInt operator""_n(const char* digits) { return BigInt::ofLiteral(digits); }

inline String str(const BigInt& value) { return value.toString(); }

template <class S>
  requires detail::StringLike<const S&>
String operator+(const S& a, const BigInt& b) {
  return detail::concat(a, b.toString());
}
template <class S>
  requires detail::StringLike<const S&>
String operator+(const BigInt& a, const S& b) {
  return detail::concat(a.toString(), b);
}

}  // namespace nodecpp
