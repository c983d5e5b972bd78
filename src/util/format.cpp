// util.format and util.formatWithOptions.
#include <cmath>
#include <string_view>

#include "util/inspect.h"

namespace nodecpp::detail {

using util::Value;
using Kind = Value::Kind;

namespace {

class Format {
 public:
  Format(const Value* values, std::size_t count, const util::InspectOptions* options)
      : values_(values), count_(count), options_(options ? *options : util::InspectOptions()) {}

  String run() {
    std::size_t next = 0;
    const char* separator = "";
    if (count_ > 0 && values_[0].kind() == Kind::string) {
      if (count_ == 1) return values_[0].text();
      next = 1 + pattern(view(values_[0].text()));
      separator = " ";
    }
    for (; next < count_; ++next, separator = " ") {
      out_ += separator;
      out_ += values_[next].kind() == Kind::string ? values_[next].text() : util::inspect(values_[next], options_);
    }
    return out_;
  }

 private:
  // Writes the format text and returns how many values its placeholders have used.
  std::size_t pattern(std::string_view s) {
    std::size_t used = 0, plain = 0;
    auto flush = [&](std::size_t to) { out_ += s.substr(plain, to - plain); };
    for (std::size_t i = 0; i + 1 < s.size(); ++i) {
      if (s[i] != '%') continue;
      char kind = s[++i];
      if (kind == '%') {
        flush(i);
        plain = i + 1;
      } else if (used + 1 < count_ && std::string_view("sdifjoOc").find(kind) != std::string_view::npos) {
        flush(i - 1);
        plain = i + 1;
        out_ += converted(kind, values_[++used]);
      }
    }
    flush(s.size());
    return used;
  }

  String number(double value, const String& digits = "") {
    String plain = digits ? digits : value == 0 && std::signbit(value) ? String("-0") : str(value);
    return options_.numericSeparator ? text(withSeparators(view(plain))) : plain;
  }

  String converted(char kind, const Value& value) {
    switch (kind) {
      case 's': return asString(value);
      case 'd':
        if (value.kind() == Kind::number) return number(value.number(), value.text());
        return number(value.isPrimitive() || value.kind() == Kind::array ? toJsNumber(value) : std::nan(""));
      case 'i':
        if (value.kind() == Kind::number && value.text()) return number(0, value.text());
        return number(leadingNumber(value, false));
      case 'f': return number(leadingNumber(value, true));
      case 'j': return stringify(value);
      case 'O': return util::inspect(value, options_);
      case 'o': {
        util::InspectOptions options = options_;
        options.showHidden = true;
        options.depth = 4;
        return util::inspect(value, options);
      }
      default: return "";  // %c takes a style sheet, which a terminal cannot apply
    }
  }

  String asString(const Value& value) {
    if (value.kind() == Kind::number) return number(value.number(), value.text());
    if (value.kind() <= Kind::function || value.kind() == Kind::buffer || value.kind() == Kind::typedArray) return toJsString(value);
    util::InspectOptions options = options_;
    options.depth = 0;
    options.colors = false;
    options.compact = 3;
    return util::inspect(value, options);
  }

  // JavaScript's parseInt and parseFloat: returns the number at the front of the text, or NaN.
  static double leadingNumber(const Value& value, bool fractions) {
    String trimmed = toJsString(value).trimStart();
    std::string_view s = view(trimmed);
    std::size_t end = 0;
    auto digits = [&] {
      std::size_t before = end;
      while (end < s.size() && s[end] >= '0' && s[end] <= '9') ++end;
      return end > before;
    };
    if (end < s.size() && (s[end] == '-' || s[end] == '+')) ++end;
    if (fractions && s.substr(end).starts_with("Infinity")) return s[0] == '-' ? -INFINITY : INFINITY;
    if (!fractions && end + 1 < s.size() && s[end] == '0' && (s[end + 1] | 0x20) == 'x') {
      bool negative = s[0] == '-';
      std::size_t begin = end;
      end += 2;
      while (end < s.size() && std::string_view("0123456789abcdefABCDEF").find(s[end]) != std::string_view::npos) ++end;
      double magnitude = toNumber(s.substr(begin, end - begin));
      return negative ? -magnitude : magnitude;
    }
    bool any = digits();
    if (fractions) {
      if (end < s.size() && s[end] == '.') {
        ++end;
        any = digits() || any;
      }
      if (any && end < s.size() && (s[end] | 0x20) == 'e') {
        std::size_t before = end++;
        if (end < s.size() && (s[end] == '-' || s[end] == '+')) ++end;
        if (!digits()) end = before;
      }
    }
    return any ? toNumber(s.substr(0, end)) : std::nan("");
  }

  const Value* values_;
  std::size_t count_;
  util::InspectOptions options_;
  String out_;
};

}  // namespace

String formatValues(const Value* values, std::size_t count, const util::InspectOptions* options) {
  return Format(values, count, options).run();
}

}  // namespace nodecpp::detail
