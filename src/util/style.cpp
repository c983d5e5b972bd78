// util.styleText, and the names of system errors.
#include <nodecpp/map.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "util/colors.h"
#include "util/palette.h"
#include "util/quoted_text.h"

namespace nodecpp {

namespace util {

namespace {

using nodecpp::detail::view;

struct Sequences {
  std::string open;
  std::string close;
  bool keepClose = false;  // dim and bold have the same closing code, so a nested one must close both
};

// Parses #RGB or #RRGGBB as a 24-bit colour. Returns false for any other text.
bool hexColor(std::string_view name, Sequences& out) {
  std::string_view digits = name.substr(1);
  if ((digits.size() != 3 && digits.size() != 6) ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return ascii::hexDigit(c) >= 0; }))
    return false;
  out.open = "\x1b[38;2";
  std::size_t step = digits.size() / 3;
  for (std::size_t i = 0; i < 3; ++i) {
    int high = ascii::hexDigit(digits[i * step]), low = ascii::hexDigit(digits[i * step + step - 1]);
    out.open += ";" + std::to_string(high * 16 + low);
  }
  out.open += "m";
  out.close = "\x1b[39m";
  return true;
}

Sequences sequencesOf(std::string_view name) {
  Sequences out;
  if (name.starts_with('#')) {
    if (!hexColor(name, out))
      throw nodecpp::detail::invalidArgValue("format", inspect(name), "must be a valid hex color (#RGB or #RRGGBB)");
    return out;
  }
  const auto color = nodecpp::detail::colorCodes(name);
  if (!color) {
    String allowed;
    for (const String& each : inspect.colors.keys()) allowed += String(allowed ? ", " : "") + inspect(each);
    throw nodecpp::detail::invalidArgValue("format", inspect(name), "must be one of: " + allowed);
  }
  out.open = "\x1b[" + std::to_string(color->open) + "m";
  out.close = "\x1b[" + std::to_string(color->close) + "m";
  out.keepClose = color->open == 1 || color->open == 2;
  return out;
}

// Opens the style again wherever the text itself closes it.
std::string reopened(std::string text, const Sequences& style) {
  for (std::size_t at = 0; (at = text.find(style.close, at)) != std::string::npos;) {
    std::size_t end = at + style.close.size();
    if (end == text.size()) break;
    std::string instead = style.keepClose ? style.close + style.open : style.open;
    text.replace(at, style.close.size(), instead);
    at += instead.size();
  }
  return text;
}

}  // namespace

namespace {
template <class List>
String styled(const List& formats, StringArg text, const StyleTextOptions& options) {
  bool plain = options.validateStream && !nodecpp::detail::shouldColorize(options.stream.fd());
  std::string open, close, inner(view(text));
  for (const auto& format : formats) {
    if (view(format) == "none") continue;
    Sequences style = sequencesOf(view(format));
    open += style.open;
    close = style.close + close;
    inner = reopened(std::move(inner), style);
  }
  return plain ? text.toString() : nodecpp::detail::text(open + inner + close);
}
}  // namespace

String styleText(std::initializer_list<StringArg> formats, StringArg text, StyleTextOptions options) {
  return styled(formats, text, options);
}
String styleText(const Array<String>& formats, StringArg text, StyleTextOptions options) {
  return styled(formats, text, options);
}
String styleText(StringArg format, StringArg text, StyleTextOptions options) {
  return styleText({format}, text, options);
}

namespace {
int checkedErrnum(int errnum) {
  if (errnum >= 0) throw nodecpp::detail::outOfRange("err", "a negative integer", str(errnum));
  return errnum;
}
}  // namespace

String getSystemErrorName(int errnum) { return nodecpp::detail::errnoName(checkedErrnum(errnum)); }
String getSystemErrorMessage(int errnum) { return nodecpp::detail::errnoMessage(checkedErrnum(errnum)); }
Map<int, Array<String>> getSystemErrorMap() {
  Map<int, Array<String>> out;
#define NODECPP_UV_ERROR(number, name, text) out.set(number, {#name, text});
#include "base/errors/uv_errors.inc"
#undef NODECPP_UV_ERROR
  return out;
}

}  // namespace util
}  // namespace nodecpp
