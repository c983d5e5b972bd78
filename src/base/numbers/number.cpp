// Converts numbers to text and back as JavaScript does (ECMA-262, Number::toString and StringToNumber), and implements
// format().
#include <fmt/args.h>
#include <fmt/format.h>
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "base/numbers/number.h"
#include "base/text/ascii.h"
#include "base/text/string_units.h"

namespace nodecpp {

namespace {

// Returns the text of a whole number below ten to the eighth, which is computed in one word. A text that was written to
// memory digit by digit and is read as a word at once would stall the processor.
constexpr std::uint64_t eightDigits = 100'000'000;
String fewDigits(std::uint64_t value) {
  // Two lanes of four digits become four lanes of two digits, and these become eight digits, the first one lowest.
  const std::uint64_t fours = value / 10000 | value % 10000 << 32;
  const std::uint64_t hundreds = fours * 10486 >> 20 & 0x7f0000007f;
  const std::uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
  const std::uint64_t tens = twos * 103 >> 10 & 0x000f000f000f000f;
  const std::uint64_t digits = tens | (twos - 10 * tens) << 8;
  const int zeros = std::countr_zero(digits | std::uint64_t(1) << 56) / 8;
  return StringParts::ofWord((digits | 0x3030303030303030) >> 8 * zeros, unsigned(8 - zeros));
}

}  // namespace

String str(long long value) {
  if (std::uint64_t(value) < eightDigits) return fewDigits(std::uint64_t(value));
  char text[24];
  return String::copyOf(text, std::size_t(std::to_chars(text, text + sizeof text, value).ptr - text));
}
String str(unsigned long long value) {
  char text[24];
  return String::copyOf(text, std::size_t(std::to_chars(text, text + sizeof text, value).ptr - text));
}

std::size_t detail::numberText(char* out, double value) noexcept {
  char* to = out;
  auto put = [&](const char* from, int count) { to = std::copy_n(from, count, to); };
  auto zeros = [&](int count) { to = std::fill_n(to, count, '0'); };
  auto written = [&] { return std::size_t(to - out); };
  const double size = std::fabs(value);
  if (size < 9007199254740992.0) {
    const auto whole = static_cast<long long>(value);
    if (double(whole) == value) return std::size_t(std::to_chars(out, out + numberTextSize, whole).ptr - out);
  }
  if (std::isnan(value)) return put("NaN", 3), written();
  if (value < 0) *to++ = '-';
  // Most other numbers have few decimals. No two numbers of at most 15 digits are the same double, so when one of them is
  // read as this double, it has the shortest digits.
  if (size < 1e9) {
    const auto millionths = static_cast<std::uint64_t>(size * 1e6 + 0.5);
    if (double(millionths) / 1e6 == size) {
      to = std::to_chars(to, out + numberTextSize, millionths / 1'000'000).ptr;
      *to++ = '.';
      auto decimals = std::uint32_t(millionths % 1'000'000);
      int count = 6;
      for (; decimals % 10 == 0; decimals /= 10) --count;
      for (int i = count; i-- > 0; decimals /= 10) to[i] = char('0' + decimals % 10);
      to += count;
      return written();
    }
  }
  if (std::isinf(value)) return put("Infinity", 8), written();
  // The shortest digits that are read back as the same number, in the form d.ddde±x.
  char text[40];
  char* end = std::to_chars(text, text + sizeof text, size, std::chars_format::scientific).ptr;
  char digits[24];
  int k = 0;
  digits[k++] = text[0];
  char* at = text + 1;
  if (*at == '.')
    for (++at; *at != 'e'; ++at) digits[k++] = *at;
  int exponent = 0;
  ++at;
  std::from_chars(*at == '+' ? at + 1 : at, end, exponent);
  int n = exponent + 1;
  if (k <= n && n <= 21) {
    put(digits, k);
    zeros(n - k);
  } else if (0 < n && n <= 21) {
    put(digits, n);
    *to++ = '.';
    put(digits + n, k - n);
  } else if (-6 < n && n <= 0) {
    put("0.", 2);
    zeros(-n);
    put(digits, k);
  } else {
    *to++ = digits[0];
    if (k > 1) *to++ = '.';
    put(digits + 1, k - 1);
    put(n - 1 < 0 ? "e-" : "e+", 2);
    to = std::to_chars(to, out + numberTextSize, std::abs(n - 1)).ptr;
  }
  return written();
}

String str(double value) {
  if (value > -1 && value < double(eightDigits)) {
    const auto whole = static_cast<long long>(value);
    if (double(whole) == value) return fewDigits(std::uint64_t(whole));
  }
  char text[detail::numberTextSize];
  return String::copyOf(text, detail::numberText(text, value));
}

namespace {

// Returns the power of ten of the first nonzero digit of a decimal number.
long long leadingExponent(std::string_view text) {
  std::size_t e = std::min(text.find_first_of("eE"), text.size());
  long long exponent = 0;
  if (e < text.size()) {
    std::string_view digits = text.substr(e + 1);
    bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.remove_prefix(1);
    constexpr long long beyond = 1'000'000'000'000;  // No text has enough digits to compensate for such an exponent.
    if (std::from_chars(digits.begin(), digits.end(), exponent).ec != std::errc()) exponent = beyond;
    exponent = std::min(exponent, beyond) * (negative ? -1 : 1);
  }
  std::string_view mantissa = text.substr(0, e);
  auto point = static_cast<long long>(std::min(mantissa.find('.'), mantissa.size()));
  auto first = static_cast<long long>(mantissa.find_first_of("123456789"));
  return exponent + (first < point ? point - first - 1 : point - first);
}

}  // namespace

double toNumber(StringArg arg) {
  // Most texts are a few digits, such as a port or an amount. Up to 15 digits and the power of ten that they are divided
  // by are exact as doubles, so the quotient is the double next to the number.
  if (arg.size() - 1 < 15) {
    static constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    const char* at = arg.data();
    const char* const end = at + arg.size();
    const bool negative = *at == '-';
    std::uint64_t whole = 0;
    const char* point = nullptr;
    for (at += negative; at < end; ++at) {
      if (ascii::isDigit(*at))
        whole = whole * 10 + std::uint64_t(*at - '0');
      else if (*at == '.' && !point)
        point = at;
      else
        break;
    }
    if (at == end && arg.size() > std::size_t(negative) + (point != nullptr)) {
      const double value = point ? double(whole) / powers[end - point - 1] : double(whole);
      return negative ? -value : value;
    }
  }
  String s = arg.toString().trim();
  if (s.empty()) return arg.isNullish() && !arg.toString().isNull() ? std::nan("") : 0;
  const char* at = s.data();
  const char* end = at + s.size();
  auto radix = [&](int base) {
    double total = 0;
    if (at + 2 == end) return std::nan("");
    for (const char* c = at + 2; c < end; ++c) {
      int digit = *c >= '0' && *c <= '9'                     ? *c - '0'
                  : (*c | 0x20) >= 'a' && (*c | 0x20) <= 'f' ? (*c | 0x20) - 'a' + 10
                                                             : 99;
      if (digit >= base) return std::nan("");
      total = total * base + digit;
    }
    return total;
  };
  if (end - at >= 2 && *at == '0') {
    char kind = char(at[1] | 0x20);
    if (kind == 'x') return radix(16);
    if (kind == 'o') return radix(8);
    if (kind == 'b') return radix(2);
  }
  bool negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  if (at == end || !((*at >= '0' && *at <= '9') || *at == '.' || *at == 'I')) return std::nan("");
  if (std::string_view(at, std::size_t(end - at)) == "Infinity") return negative ? -INFINITY : INFINITY;
  if (*at == 'I') return std::nan("");
  double value = 0;
  auto [stop, error] = std::from_chars(at, end, value, std::chars_format::general);
  if (error == std::errc::result_out_of_range) {
    value = leadingExponent({at, std::size_t(end - at)}) < 0 ? 0 : INFINITY;
  } else if (error != std::errc()) {
    return std::nan("");
  }
  if (stop != end && !(stop + 1 == end && *stop == '.' && stop[-1] != '.')) return std::nan("");
  return negative ? -value : value;
}

namespace detail {

namespace {

// JavaScript does not distinguish integers from other numbers, so {:.2f} prints an integer and {:d} prints a whole
// double.
void addArgument(fmt::dynamic_format_arg_store<fmt::format_context>& store, const FormatArg& arg, char type) {
  bool real = std::string_view("aAeEfFgG").contains(type);
  bool whole = std::string_view("bBcdoxX").contains(type) && arg.kind == FormatArg::number &&
               arg.asNumber == std::trunc(arg.asNumber) && std::fabs(arg.asNumber) < 9e18;
  if (arg.kind == FormatArg::other)
    store.push_back(std::string(arg.text.data(), arg.text.size()));
  else if (whole)
    store.push_back(static_cast<long long>(arg.asNumber));
  else if (real || arg.kind == FormatArg::number)
    store.push_back(arg.asNumber);
  else if (arg.kind == FormatArg::signedInteger)
    store.push_back(static_cast<long long>(arg.asInteger));
  else
    store.push_back(static_cast<unsigned long long>(arg.asInteger));
}

}  // namespace

String formatWith(StringArg pattern, std::initializer_list<FormatArg> args) {
  const char* at = pattern.data();
  const char* end = at + pattern.size();
  const FormatArg* next = args.begin();
  auto bad = [](const char* why) { throw Error(String("format: ") + why); };
  String out;
  const char* plain = at;
  auto flush = [&](const char* to) {
    if (to > plain) out += std::string_view(plain, std::size_t(to - plain));
  };
  while (at < end) {
    if (*at != '{' && *at != '}') {
      ++at;
      continue;
    }
    if (at + 1 < end && at[1] == at[0]) {
      flush(at + 1);
      at += 2;
      plain = at;
      continue;
    }
    if (*at == '}') bad("a single } in the pattern");
    flush(at);
    const char* close = static_cast<const char*>(std::memchr(at, '}', std::size_t(end - at)));
    if (!close) bad("a { without its }");
    if (next == args.end()) bad("fewer arguments than {}");
    if (close == at + 1) {
      out += next->text;
    } else {
      fmt::dynamic_format_arg_store<fmt::format_context> store;
      addArgument(store, *next, close[-1]);
      try {
        out += fmt::vformat(std::string(at, close + 1), store);
      } catch (const fmt::format_error& error) {
        bad(error.what());
      }
    }
    ++next;
    at = close + 1;
    plain = at;
  }
  flush(end);
  if (next != args.end()) bad("more arguments than {}");
  return out;
}

}  // namespace detail
}  // namespace nodecpp
