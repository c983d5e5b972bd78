// Writes a number with a given number of digits or in another base (ECMA-262, Number.prototype.toFixed and similar
// functions).
#include <nodecpp/error.h>
#include <nodecpp/number.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/numbers/number.h"

namespace nodecpp {

namespace {

// std::to_chars rounds a half to even, and JavaScript rounds it away from zero. A number is therefore written with more
// digits than wanted, and rounded here. Only when the additional digits are 5000…, all digits of the exact value are
// needed to decide.
constexpr int guard = 20;
constexpr int exactDigits = 1100;  // The smallest number has 1074 digits after the point.
constexpr std::size_t roomForExact = 1500;

int digitsArgument(double digits, int least, int most, const char* method) {
  const double whole = std::isnan(digits) ? 0 : std::trunc(digits);
  if (whole < least || whole > most)
    throw RangeError(str(method) + "() " + (least == 2 ? "radix " : method[2] == 'F' ? "digits " : "") +
                     "argument must be between " + str(least) + " and " + str(most));
  return int(whole);
}

String notFinite(double value) { return std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity"; }

// Adds one to the last of the decimal digits [from, to), which may contain a point. Returns true when all digits have
// become zeros.
bool increment(char* from, char* to) {
  while (to > from) {
    --to;
    if (*to == '.') continue;
    if (*to != '9') return ++*to, false;
    *to = '0';
  }
  return true;
}

// Tells whether the digits that are cut off, which begin with `guarded`, are at least a half.
bool isHalfOrMore(std::string_view guarded, double value, std::chars_format format, int kept) {
  if (guarded[0] != '5') return guarded[0] > '5';
  if (guarded.find_first_not_of('0', 1) != guarded.npos) return true;
  char exact[roomForExact];
  char* end = std::to_chars(exact, exact + sizeof exact, value, format, exactDigits).ptr;
  const std::string_view text(exact, std::size_t(end - exact));
  return text[text.find('.') + 1 + std::size_t(kept)] >= '5';
}

constexpr int mostScaled = 19;  // the greatest power of ten of 64 bits
constexpr auto powersOfTen = [] {
  std::array<std::uint64_t, mostScaled + 1> all{1};
  for (std::size_t i = 1; i < all.size(); ++i) all[i] = all[i - 1] * 10;
  return all;
}();

// Returns value * 10 ** places with a half rounded up, or nothing when the value has no fraction or the result has more than
// 64 bits. The value is not negative. Nothing is lost: the product of the mantissa and the power has at most 117 bits.
std::optional<std::uint64_t> scaled(double value, int places) {
  using Wide = unsigned __int128;
  constexpr int mantissaBits = 52, bias = 1075;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = int(bits >> mantissaBits);
  if (value == 0) return 0;
  if (exponent == 0 || exponent >= bias) return std::nullopt;  // a subnormal number or one without a fraction
  const std::uint64_t hidden = std::uint64_t(1) << mantissaBits;
  const Wide product = Wide(hidden | (bits & (hidden - 1))) * powersOfTen[std::size_t(places)];
  const int shift = bias - exponent;
  if (shift >= 128) return 0;
  const Wide rounded = (product >> shift) + (product >> (shift - 1) & 1);
  if (rounded >> 64 != 0) return std::nullopt;
  return std::uint64_t(rounded);
}

// The first `count` digits of a number that is not negative, rounded. The first digit counts 10 ** exponent.
struct Digits {
  char text[128];
  int count;
  int exponent = 0;

  Digits(double value, int wanted) : count(wanted) {
    char all[160];
    char* end = std::to_chars(all, all + sizeof all, value, std::chars_format::scientific, wanted - 1 + guard).ptr;
    char* e = std::find(all, end, 'e');
    std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
    text[0] = all[0];
    std::copy(all + 2, e, text + 1);
    const std::string_view guarded(text + wanted, guard);
    if (isHalfOrMore(guarded, value, std::chars_format::scientific, wanted - 1) && increment(text, text + wanted)) {
      text[0] = '1';
      ++exponent;
    }
  }
};

// Writes digits in the form "1.5e+3" to `to`, which must have enough room.
char* putExponential(char* to, const char* digits, int count, int exponent) {
  *to++ = digits[0];
  if (count > 1) *to++ = '.';
  to = std::copy_n(digits + 1, count - 1, to);
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  return std::to_chars(to, to + 8, std::abs(exponent)).ptr;
}

String textOf(const char* from, const char* to) { return String::copyOf(from, std::size_t(to - from)); }

// Returns the text of whole / 10 ** places.
String withPoint(bool isNegative, std::uint64_t whole, int places) {
  char text[24];  // a sign, a point and 20 digits
  char* const end = text + sizeof text;
  char* from = end;
  for (int i = 0; i < places; ++i, whole /= 10) *--from = char('0' + whole % 10);
  if (places > 0) *--from = '.';
  do *--from = char('0' + whole % 10);
  while ((whole /= 10) != 0);
  if (isNegative) *--from = '-';
  return textOf(from, end);
}

}  // namespace

String num::toFixed(double digits) const {
  const int wanted = digitsArgument(digits, 0, 100, "toFixed");
  if (!std::isfinite(value_)) return notFinite(value_);
  if (std::fabs(value_) >= 1e21) return str(value_);
  if (wanted <= mostScaled)
    if (const auto whole = scaled(std::fabs(value_), wanted)) return withPoint(value_ < 0, *whole, wanted);
  char text[170];  // A number below 1e21 has at most 22 digits before the point.
  // Leaves room for a sign and for a carry.
  char* from = text + 2;
  text[1] = '0';
  char* end = std::to_chars(from, text + sizeof text, std::fabs(value_), std::chars_format::fixed, wanted + guard).ptr;
  char* cut = end - guard;
  const std::string_view guarded(cut, guard);
  const bool up = isHalfOrMore(guarded, std::fabs(value_), std::chars_format::fixed, wanted);
  if (wanted == 0) --cut;
  if (up && (increment(text + 1, cut), text[1] != '0')) --from;
  if (value_ < 0) *--from = '-';
  return textOf(from, cut);
}

String num::toExponential() const {
  if (!std::isfinite(value_)) return notFinite(value_);
  char shortest[40];
  char* end =
      std::to_chars(shortest, shortest + sizeof shortest, std::fabs(value_), std::chars_format::scientific).ptr;
  char* e = std::find(shortest, end, 'e');
  char digits[24] = {shortest[0]};
  const int count = e - shortest == 1 ? 1 : int(std::copy(shortest + 2, e, digits + 1) - digits);
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  char text[48];
  char* to = text;
  if (value_ < 0) *to++ = '-';
  return textOf(text, putExponential(to, digits, count, exponent));
}

String num::toExponential(double places) const {
  if (!std::isfinite(value_)) return notFinite(value_);
  const int wanted = digitsArgument(places, 0, 100, "toExponential");
  const Digits digits(std::fabs(value_), wanted + 1);
  char text[128];
  char* to = text;
  if (value_ < 0) *to++ = '-';
  return textOf(text, putExponential(to, digits.text, digits.count, digits.exponent));
}

String num::toPrecision(double places) const {
  if (!std::isfinite(value_)) return notFinite(value_);
  const int wanted = digitsArgument(places, 1, 100, "toPrecision");
  const Digits digits(std::fabs(value_), wanted);
  const int e = digits.exponent;
  char text[128];
  char* to = text;
  if (value_ < 0) *to++ = '-';
  if (e < -6 || e >= wanted) return textOf(text, putExponential(to, digits.text, wanted, e));
  if (e < 0) {
    to = std::copy_n("0.", 2, to);
    to = std::fill_n(to, -e - 1, '0');
    return textOf(text, std::copy_n(digits.text, wanted, to));
  }
  to = std::copy_n(digits.text, e + 1, to);
  if (e + 1 < wanted) *to++ = '.';
  return textOf(text, std::copy_n(digits.text + e + 1, wanted - e - 1, to));
}

String num::toString(double base) const {
  const int radix = digitsArgument(base, 2, 36, "toString");
  if (radix == 10) return str(value_);
  if (!std::isfinite(value_)) return notFinite(value_);
  constexpr const char* digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  // The number of digits of the greatest number in base 2. There may be as many after the point.
  constexpr int half = 1100;
  char text[2 * half];
  char* const point = text + half;
  char* end = point;
  const double value = std::fabs(value_);
  double whole = std::floor(value), fraction = value - whole;
  // Writes digits until the rest is less than half of the distance to the next double. The digits then determine the
  // number.
  double precision = fraction > 0 ? std::max(0.5 * (std::nextafter(value, INFINITY) - value), MIN_VALUE) : 1;
  if (fraction >= precision) {
    *end++ = '.';
    do {
      fraction *= radix;
      precision *= radix;
      const int digit = int(fraction);
      *end++ = digits[digit];
      fraction -= digit;
      const bool nearer = fraction > 0.5 || (fraction == 0.5 && digit % 2 == 1);
      if (!nearer || fraction + precision <= 1) continue;
      // Increasing the last digit also determines the number, and is nearer to it. Digits that would overflow are
      // removed first.
      while (end > point + 1 && end[-1] == digits[radix - 1]) --end;
      if (end == point + 1) {
        whole += 1;
        end = point;
      } else {
        const char last = end[-1];
        end[-1] = digits[(last <= '9' ? last - '0' : last - 'a' + 10) + 1];
      }
      break;
    } while (fraction >= precision);
  }
  char* from = point;
  // A double has no information below its last bit. V8 writes zeros there.
  for (; whole / radix >= 0x1p53; whole /= radix) *--from = '0';
  while (whole >= 0x1p53) {
    const double rest = std::fmod(whole, radix);
    *--from = digits[int(rest)];
    whole = (whole - rest) / radix;
  }
  auto write = [&](auto left) {
    do *--from = digits[left % unsigned(radix)];
    while ((left /= unsigned(radix)) > 0);
  };
  whole < 0x1p32 ? write(std::uint32_t(whole)) : write(std::uint64_t(whole));
  if (value_ < 0) *--from = '-';
  return textOf(from, end);
}


}  // namespace nodecpp
