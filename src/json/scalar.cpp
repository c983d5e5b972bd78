#include "json/scalar.h"

#include <nodecpp/string.h>

#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

namespace nodecpp::detail {

namespace {

using ascii::isDigit;

// The powers of ten that a double represents exactly. A mantissa of at most 2^53 multiplied or divided by one of them
// is rounded only once, so the result is the nearest double.
constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int mostPower = 22;
constexpr std::uint64_t mostExact = std::uint64_t(1) << 53;

// Appends a code unit. A low surrogate that follows a high surrogate is combined with it to one character, also when
// only one of them was written as an escape.
void appendUnit(std::string& out, std::uint32_t code) {
  if (code >= 0xdc00 && code < 0xe000 && out.size() >= 3) {
    auto byte = [&](std::size_t back) { return static_cast<unsigned char>(out[out.size() - back]); };
    if (byte(3) == 0xed && byte(2) >= 0xa0 && byte(2) < 0xb0) {
      std::uint32_t high = 0xd000u | (byte(2) & 0x3fu) << 6 | (byte(1) & 0x3fu);
      code = 0x10000 + ((high - 0xd800) << 10) + (code - 0xdc00);
      out.resize(out.size() - 3);
    }
  }
  utf8::append(out, code);
}

}  // namespace

bool readJsonNumber(const char*& at, const char* end, double& out) noexcept {
  const char* start = at;
  const char* c = at;
  bool negative = c < end && *c == '-';
  if (negative) ++c;
  const char* digits = c;
  std::uint64_t mantissa = 0;
  for (; c < end && isDigit(*c); ++c) mantissa = mantissa * 10 + std::uint64_t(*c - '0');
  std::ptrdiff_t count = c - digits;
  if (count == 0 || (count > 1 && *digits == '0')) return false;
  if (c == end || (*c != '.' && *c != 'e' && *c != 'E')) {
    at = c;
    if (count <= 15) {
      out = negative ? -double(mantissa) : double(mantissa);
      return true;
    }
    out = 0;
    if (std::from_chars(start, c, out).ec != std::errc())
      out = toNumber(std::string_view(start, std::size_t(c - start)));
    return true;
  }
  std::ptrdiff_t scale = 0;
  if (*c == '.') {
    const char* fraction = ++c;
    for (; c < end && isDigit(*c); ++c) mantissa = mantissa * 10 + std::uint64_t(*c - '0');
    scale = fraction - c;
    if (scale == 0) return false;
    count -= scale;
  }
  if (c < end && (*c == 'e' || *c == 'E')) {
    ++c;
    bool less = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) ++c;
    const char* exponent = c;
    std::ptrdiff_t value = 0;
    for (; c < end && isDigit(*c); ++c)
      if (value < 100000) value = value * 10 + (*c - '0');
    if (c == exponent) return false;
    scale += less ? -value : value;
  }
  at = c;
  if (count <= 19 && mantissa <= mostExact && scale >= -mostPower && scale <= mostPower) {
    auto value = double(mantissa);
    value = scale < 0 ? value / powers[-scale] : value * powers[scale];
    out = negative ? -value : value;
    return true;
  }
  out = 0;
  // A number beyond the range of a double is Infinity or 0, but from_chars reports the same error for both.
  if (std::from_chars(start, c, out).ec != std::errc()) out = toNumber(std::string_view(start, std::size_t(c - start)));
  return true;
}

bool unescapeJson(const char* from, const char* end, std::string& out) {
  while (from < end) {
    const auto* slash = static_cast<const char*>(std::memchr(from, '\\', std::size_t(end - from)));
    out.append(from, slash ? slash : end);
    if (!slash) return true;
    from = slash + 1;
    if (from == end) return false;
    switch (*from++) {
      case '"': out += '"'; break;
      case '\\': out += '\\'; break;
      case '/': out += '/'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        if (end - from < 4) return false;
        std::uint32_t code = 0;
        for (int i = 0; i < 4; ++i) {
          int digit = ascii::hexDigit(*from++);
          if (digit < 0) return false;
          code = code << 4 | std::uint32_t(digit);
        }
        appendUnit(out, code);
        break;
      }
      default: return false;
    }
  }
  return true;
}

}  // namespace nodecpp::detail
