// util.styleText, and the names of system errors.
#include <nodecpp/util.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "util/colors.h"
#include "util/quoted_text.h"

namespace nodecpp {

namespace util {

namespace {

using nodecpp::detail::view;

// The table of Node's util.inspect.colors, in its order: the codes that open and close a style.
struct Color {
  const char* name;
  int open;
  int close;
};
constexpr Color colors[] = {{"reset", 0, 0},
                            {"bold", 1, 22},
                            {"dim", 2, 22},
                            {"italic", 3, 23},
                            {"underline", 4, 24},
                            {"blink", 5, 25},
                            {"inverse", 7, 27},
                            {"hidden", 8, 28},
                            {"strikethrough", 9, 29},
                            {"doubleunderline", 21, 24},
                            {"black", 30, 39},
                            {"red", 31, 39},
                            {"green", 32, 39},
                            {"yellow", 33, 39},
                            {"blue", 34, 39},
                            {"magenta", 35, 39},
                            {"cyan", 36, 39},
                            {"white", 37, 39},
                            {"bgBlack", 40, 49},
                            {"bgRed", 41, 49},
                            {"bgGreen", 42, 49},
                            {"bgYellow", 43, 49},
                            {"bgBlue", 44, 49},
                            {"bgMagenta", 45, 49},
                            {"bgCyan", 46, 49},
                            {"bgWhite", 47, 49},
                            {"framed", 51, 54},
                            {"overlined", 53, 55},
                            {"gray", 90, 39},
                            {"redBright", 91, 39},
                            {"greenBright", 92, 39},
                            {"yellowBright", 93, 39},
                            {"blueBright", 94, 39},
                            {"magentaBright", 95, 39},
                            {"cyanBright", 96, 39},
                            {"whiteBright", 97, 39},
                            {"bgGray", 100, 49},
                            {"bgRedBright", 101, 49},
                            {"bgGreenBright", 102, 49},
                            {"bgYellowBright", 103, 49},
                            {"bgBlueBright", 104, 49},
                            {"bgMagentaBright", 105, 49},
                            {"bgCyanBright", 106, 49},
                            {"bgWhiteBright", 107, 49},
                            {"grey", 90, 39},
                            {"blackBright", 90, 39},
                            {"bgGrey", 100, 49},
                            {"bgBlackBright", 100, 49},
                            {"faint", 2, 22},
                            {"crossedout", 9, 29},
                            {"strikeThrough", 9, 29},
                            {"crossedOut", 9, 29},
                            {"conceal", 8, 28},
                            {"swapColors", 7, 27},
                            {"swapcolors", 7, 27},
                            {"doubleUnderline", 21, 24}};

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
  auto color = std::find_if(std::begin(colors), std::end(colors), [&](const Color& c) { return name == c.name; });
  if (color == std::end(colors)) {
    String allowed;
    for (const Color& each : colors) allowed += String(allowed ? ", " : "") + inspect(each.name);
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

String styleText(std::initializer_list<StringArg> formats, StringArg text, StyleTextOptions options) {
  bool plain = options.validateStream && !nodecpp::detail::shouldColorize(1);
  std::string open, close, inner(view(text));
  for (const StringArg& format : formats) {
    if (view(format) == "none") continue;
    Sequences style = sequencesOf(view(format));
    open += style.open;
    close = style.close + close;
    inner = reopened(std::move(inner), style);
  }
  return plain ? text.toString() : nodecpp::detail::text(open + inner + close);
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

}  // namespace util
}  // namespace nodecpp
