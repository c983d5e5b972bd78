#include <nodecpp/error.h>
#include <nodecpp/number/locale.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace nodecpp {

namespace {

struct Currency {
  std::string_view code, symbol;
  int digits = 2;
};
// The currencies whose symbols American English uses. Any other one is written by its code.
constexpr Currency currencies[] = {{"USD", "$"},   {"EUR", "€"},    {"GBP", "£"},   {"JPY", "¥", 0}, {"INR", "₹"},
                                   {"CNY", "CN¥"}, {"KRW", "₩", 0}, {"BRL", "R$"},  {"CAD", "CA$"},  {"AUD", "A$"},
                                   {"MXN", "MX$"}, {"NZD", "NZ$"},  {"HKD", "HK$"}, {"ILS", "₪"},    {"VND", "₫", 0},
                                   {"TWD", "NT$"}, {"PHP", "₱"}};

// A number as decimal digits: 0.d1d2d3… times ten to the power of `point`.
struct Decimal {
  std::string digits;
  int point = 0;
};
Decimal shortest(double value) {
  char text[40];
  const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const std::string_view all(text, std::size_t(end - text));
  const std::size_t e = all.find('e');
  Decimal out;
  for (char c : all.substr(0, e))
    if (c != '.') out.digits += c;
  const std::string_view exponent = all.substr(e + 1 + (all[e + 1] == '+'));
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), out.point);
  ++out.point;
  if (value == 0) out = {};
  return out;
}
// Keeps `count` digits behind the point, rounding a half away from zero.
void roundTo(Decimal& number, int count) {
  const int kept = number.point + count;
  if (kept >= int(number.digits.size())) return;
  const bool up = kept >= 0 && number.digits[std::size_t(kept)] >= '5';
  number.digits.resize(std::size_t(std::max(kept, 0)));
  if (!up) return;
  std::size_t i = number.digits.size();
  while (i > 0 && number.digits[i - 1] == '9') number.digits[--i] = '0';
  if (i > 0) {
    ++number.digits[i - 1];
  } else {
    number.digits.insert(0, "1");
    ++number.point;
  }
}

std::string written(const Decimal& number, int least, bool grouped) {
  auto digit = [&](int at) { return at >= 0 && at < int(number.digits.size()) ? number.digits[std::size_t(at)] : '0'; };
  std::string whole;
  for (int i = 0; i < number.point; ++i) whole += digit(i);
  if (whole.empty()) whole = "0";
  if (grouped)
    for (int at = int(whole.size()) - 3; at > 0; at -= 3) whole.insert(std::size_t(at), ",");
  std::string fraction;
  for (int i = std::min(number.point, 0); i < 0; ++i) fraction += '0';
  for (int i = std::max(number.point, 0); i < int(number.digits.size()); ++i) fraction += digit(i);
  while (int(fraction.size()) > least && fraction.ends_with('0')) fraction.pop_back();
  if (int(fraction.size()) < least) fraction.append(std::size_t(least) - fraction.size(), '0');
  return fraction.empty() ? whole : whole + "." + fraction;
}

int checkedDigits(double digits, const char* name, int otherwise) {
  if (digits == -1) return otherwise;
  if (!(digits >= 0 && digits <= 100)) throw RangeError(String(name) + " value is out of range.");
  return int(digits);
}

// Returns the text in front of an amount of money.
std::string symbolOf(const NumberFormatOptions& options, int& digits) {
  if (options.currency.isUndefined()) throw TypeError("Currency code is required with currency style.");
  const String code = options.currency.toUpperCase();
  if (code.length() != 3) throw RangeError("Invalid currency code : " + options.currency);
  const std::string_view wanted(code.data(), code.size());
  for (const Currency& each : currencies)
    if (each.code == wanted) return digits = each.digits, std::string(each.symbol);
  return std::string(wanted) + "\u00a0";
}

}  // namespace

String toLocaleString(double value, StringArg locale, const NumberFormatOptions& options) {
  if (locale != "en-US" && locale != "en" && !locale.isNullish())
    throw RangeError("The locale " + locale.toString() + " is not there: numbers are written in en-US alone");
  const bool isPercent = options.style == "percent", isMoney = options.style == "currency";
  if (!isPercent && !isMoney && options.style != "decimal")
    throw RangeError("Value " + options.style + " out of range for Intl.NumberFormat options property style");
  int usual = isMoney ? 2 : 0;
  std::string symbol = isMoney ? symbolOf(options, usual) : "";
  const int usualMost = isMoney ? usual : isPercent ? 0 : 3;
  const int givenLeast = checkedDigits(options.minimumFractionDigits, "minimumFractionDigits", -1);
  const int givenMost = checkedDigits(options.maximumFractionDigits, "maximumFractionDigits", -1);
  const int least = givenLeast >= 0 ? givenLeast : givenMost >= 0 ? std::min(usual, givenMost) : usual;
  const int most = givenMost >= 0 ? givenMost : std::max(usualMost, least);
  if (least > most) throw RangeError("maximumFractionDigits value is out of range.");

  std::string text;
  if (std::isnan(value)) {
    text = "NaN";
  } else if (std::isinf(value)) {
    text = "∞";
  } else {
    Decimal number = shortest(std::fabs(value));
    if (isPercent && !number.digits.empty()) number.point += 2;
    roundTo(number, most);
    text = written(number, least, options.useGrouping);
  }
  // A code is separated from digits alone.
  if (!std::isfinite(value) && symbol.ends_with("\u00a0")) symbol.resize(symbol.size() - 2);
  const std::string sign = std::signbit(value) && !std::isnan(value) ? "-" : "";
  const std::string out = sign + symbol + text + (isPercent ? "%" : "");
  return String::copyOf(out.data(), out.size());
}

}  // namespace nodecpp
