// Number.prototype.toLocaleString in American English, as Intl.NumberFormat writes numbers.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Number/toLocaleString
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/number.h>
#include <nodecpp/string.h>

namespace nodecpp {

// The options of Intl.NumberFormat that are known here.
struct NumberFormatOptions {
  String style = "decimal";     // or "percent" or "currency"
  String currency = undefined;  // "USD"; required by the style "currency"
  // From 0 to 100. By default a number has up to 3 digits behind the point, a percentage none, and an amount of money
  // as many as its currency.
  double minimumFractionDigits = -1;
  double maximumFractionDigits = -1;
  bool useGrouping = true;
};

// Returns the number with commas between groups of three digits: toLocaleString(1234567.8912) is "1,234,567.891". The
// shortest digits of the number are rounded, a half away from zero. Throws a RangeError for a locale other than "en-US"
// and for digits out of range, and a TypeError for a missing currency.
String toLocaleString(double value, StringArg locale = "en-US", const NumberFormatOptions& options = {});

// Returns the elements of a list or typed array of numbers as toLocaleString writes them, joined by commas.
template <class List>
  requires requires(const List& list) { double(list.at(0)); }
String toLocaleString(const List& list, StringArg locale = "en-US", const NumberFormatOptions& options = {}) {
  String out = "";
  const auto length = double(list.length());
  for (double i = 0; i < length; ++i) {
    if (i > 0) out += ",";
    out += toLocaleString(double(list.at(i)), locale, options);
  }
  return out;
}

}  // namespace nodecpp
