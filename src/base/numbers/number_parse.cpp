// Implements parseInt and parseFloat (ECMA-262, Function Properties of the Global Object).
#include <nodecpp/number.h>

#include <cmath>
#include <cstdint>
#include <string_view>

namespace nodecpp::detail {

namespace {

int digitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = char(c | 0x20);
  return small >= 'a' && small <= 'z' ? small - 'a' + 10 : 99;
}

// Converts digits of a base that is a power of two. Uses the first 53 significant bits, rounded to even.
double binaryDigits(const char* at, const char* end, int bits) {
  while (at < end && *at == '0') ++at;
  std::uint64_t mantissa = 0;
  std::int64_t exponent = 0;
  bool rest = false;
  // Collects more than 55 bits: 53 bits of the result, one bit for rounding, and one bit that is set when any later bit
  // is set.
  for (; at < end; ++at) {
    const int digit = digitValue(*at);
    if (mantissa >> 58 == 0) {
      mantissa = mantissa << bits | std::uint64_t(digit);
    } else {
      exponent += bits;
      rest = rest || digit != 0;
    }
  }
  if (rest) mantissa |= 1;
  if (exponent > 1100) return INFINITY;
  return std::ldexp(double(mantissa), int(exponent));
}

// Converts digits as V8 does, in groups that fit into 32 bits. The result of a long text is therefore not rounded
// exactly.
double digitsInParts(const char* at, const char* end, std::uint32_t radix) {
  double value = 0;
  while (at < end) {
    std::uint32_t part = 0, multiplier = 1;
    for (; at < end && multiplier * radix <= 0xffffffffu / 36; ++at) {
      part = part * radix + std::uint32_t(digitValue(*at));
      multiplier *= radix;
    }
    value = value * multiplier + part;
  }
  return value;
}

}  // namespace

num parseIntText(StringArg arg, std::int32_t radix) {
  // Most texts are a few digits, such as a port or a length.
  if (radix == 10 && arg.size() - 1 < 15) {
    std::uint64_t whole = 0;
    std::size_t i = 0;
    for (; i < arg.size() && arg.data()[i] >= '0' && arg.data()[i] <= '9'; ++i)
      whole = whole * 10 + std::uint64_t(arg.data()[i] - '0');
    if (i == arg.size()) return double(whole);
  }
  const String text = arg.toString().trimStart();
  const char* at = text.data();
  const char* end = text.data() + text.size();
  const bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) ++at;
  if (radix != 0 && (radix < 2 || radix > 36)) return NaN;
  if ((radix == 0 || radix == 16) && end - at >= 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
    at += 2;
    radix = 16;
  }
  if (radix == 0) radix = 10;
  const char* stop = at;
  while (stop < end && digitValue(*stop) < radix) ++stop;
  if (stop == at) return NaN;
  const double value = radix == 10 ? toNumber(std::string_view(at, std::size_t(stop - at)))
                       : (radix & (radix - 1)) == 0
                           ? binaryDigits(at, stop, __builtin_ctz(unsigned(radix)))
                           : digitsInParts(at, stop, std::uint32_t(radix));
  return negative ? -value : value;
}

num parseIntNumber(double value, std::int32_t radix) {
  if ((radix == 0 || radix == 10) && std::fabs(value) < 1e21 && std::fabs(value) >= 1e-6) return std::trunc(value);
  return parseIntText(str(value), radix);
}

num parseFloatText(StringArg arg) {
  const String text = arg.toString().trimStart();
  const char* from = text.data();
  const char* end = text.data() + text.size();
  const char* at = from;
  if (at < end && (*at == '-' || *at == '+')) ++at;
  constexpr std::string_view infinity = "Infinity";
  if (std::string_view(at, std::size_t(end - at)).starts_with(infinity)) return *from == '-' ? -Infinity : Infinity;
  auto digits = [&](const char* p) {
    while (p < end && *p >= '0' && *p <= '9') ++p;
    return p;
  };
  const char* stop = digits(at);
  bool any = stop > at;
  if (stop < end && *stop == '.') {
    const char* behind = digits(stop + 1);
    any = any || behind > stop + 1;
    if (any) stop = behind;
  }
  if (!any) return NaN;
  if (stop < end && (*stop == 'e' || *stop == 'E')) {
    const char* power = stop + 1;
    if (power < end && (*power == '-' || *power == '+')) ++power;
    const char* behind = digits(power);
    if (behind > power) stop = behind;
  }
  return toNumber(std::string_view(from, std::size_t(stop - from)));
}

}  // namespace nodecpp::detail
