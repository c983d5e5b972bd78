#include "util/palette.h"

#include <nodecpp/loop_local.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace nodecpp::detail {

namespace {

// The table of Node's util.inspect.colors, in its order.
struct Color {
  const char* name;
  ColorCodes codes;
};
constexpr Color nodesColors[] = {{"reset", {0, 0}},
                                 {"bold", {1, 22}},
                                 {"dim", {2, 22}},
                                 {"italic", {3, 23}},
                                 {"underline", {4, 24}},
                                 {"blink", {5, 25}},
                                 {"inverse", {7, 27}},
                                 {"hidden", {8, 28}},
                                 {"strikethrough", {9, 29}},
                                 {"doubleunderline", {21, 24}},
                                 {"black", {30, 39}},
                                 {"red", {31, 39}},
                                 {"green", {32, 39}},
                                 {"yellow", {33, 39}},
                                 {"blue", {34, 39}},
                                 {"magenta", {35, 39}},
                                 {"cyan", {36, 39}},
                                 {"white", {37, 39}},
                                 {"bgBlack", {40, 49}},
                                 {"bgRed", {41, 49}},
                                 {"bgGreen", {42, 49}},
                                 {"bgYellow", {43, 49}},
                                 {"bgBlue", {44, 49}},
                                 {"bgMagenta", {45, 49}},
                                 {"bgCyan", {46, 49}},
                                 {"bgWhite", {47, 49}},
                                 {"framed", {51, 54}},
                                 {"overlined", {53, 55}},
                                 {"gray", {90, 39}},
                                 {"redBright", {91, 39}},
                                 {"greenBright", {92, 39}},
                                 {"yellowBright", {93, 39}},
                                 {"blueBright", {94, 39}},
                                 {"magentaBright", {95, 39}},
                                 {"cyanBright", {96, 39}},
                                 {"whiteBright", {97, 39}},
                                 {"bgGray", {100, 49}},
                                 {"bgRedBright", {101, 49}},
                                 {"bgGreenBright", {102, 49}},
                                 {"bgYellowBright", {103, 49}},
                                 {"bgBlueBright", {104, 49}},
                                 {"bgMagentaBright", {105, 49}},
                                 {"bgCyanBright", {106, 49}},
                                 {"bgWhiteBright", {107, 49}},
                                 {"grey", {90, 39}},
                                 {"blackBright", {90, 39}},
                                 {"bgGrey", {100, 49}},
                                 {"bgBlackBright", {100, 49}},
                                 {"faint", {2, 22}},
                                 {"crossedout", {9, 29}},
                                 {"strikeThrough", {9, 29}},
                                 {"crossedOut", {9, 29}},
                                 {"conceal", {8, 28}},
                                 {"swapColors", {7, 27}},
                                 {"swapcolors", {7, 27}},
                                 {"doubleUnderline", {21, 24}}};

// The names of util.inspect.styles and their colours, in the order of Style, which begins with `plain`.
constexpr const char* nodesStyles[][2] = {
    {"", ""},         {"special", "cyan"}, {"number", "yellow"}, {"boolean", "yellow"}, {"undefined", "grey"},
    {"null", "bold"}, {"string", "green"}, {"date", "magenta"}};

// What a program has changed.
struct Palette {
  struct NamedColor {
    String name;
    ColorCodes codes;
  };
  std::vector<NamedColor> colors;
  Lookup styles[std::size(nodesStyles)];

  Palette() {
    for (const Color& each : nodesColors) colors.push_back({each.name, each.codes});
    for (std::size_t i = 1; i < std::size(nodesStyles); ++i) styles[i] = nodesStyles[i][1];
  }
  NamedColor* find(std::string_view name) {
    auto at = std::ranges::find_if(colors, [&](const NamedColor& each) { return view(each.name) == name; });
    return at == colors.end() ? nullptr : &*at;
  }
};
constinit LoopLocal<Palette> changed;

std::size_t styleIndex(std::string_view kind) {
  auto at = std::ranges::find_if(nodesStyles, [&](const auto& each) { return kind == each[0]; });
  return kind.empty() || at == std::end(nodesStyles) ? 0 : std::size_t(at - std::begin(nodesStyles));
}

}  // namespace

std::optional<ColorCodes> colorCodes(std::string_view name) {
  if (Palette* palette = changed.find()) {
    const Palette::NamedColor* color = palette->find(name);
    return color ? std::optional(color->codes) : std::nullopt;
  }
  auto color = std::ranges::find_if(nodesColors, [&](const Color& each) { return name == each.name; });
  return color == std::end(nodesColors) ? std::nullopt : std::optional(color->codes);
}

std::optional<ColorCodes> styleCodes(Style style) {
  if (style == Style::plain) return std::nullopt;
  Palette* palette = changed.find();
  if (!palette) return colorCodes(nodesStyles[std::size_t(style)][1]);
  const Lookup& color = palette->styles[std::size_t(style)];
  return color.isString() ? colorCodes(view(color.toString())) : std::nullopt;
}

}  // namespace nodecpp::detail

namespace nodecpp::util {

using nodecpp::detail::changed;
using nodecpp::detail::Palette;

InspectColor InspectColors::operator[](StringArg name) const {
  const auto codes = nodecpp::detail::colorCodes(nodecpp::detail::view(name));
  return {name.toString(), codes ? Array<int>{codes->open, codes->close} : Array<int>::undefined()};
}
Array<String> InspectColors::keys() const {
  Array<String> names;
  if (Palette* palette = changed.find())
    for (const auto& each : palette->colors) names.push(each.name);
  else
    for (const auto& each : nodecpp::detail::nodesColors) names.push(each.name);
  return names;
}
const InspectColor& InspectColor::operator=(const Array<int>& codes) const {
  const nodecpp::detail::ColorCodes pair{int(codes[0]), int(codes[1])};
  if (auto* color = changed->find(nodecpp::detail::view(name_)))
    color->codes = pair;
  else
    changed->colors.push_back({name_, pair});
  return *this;
}

InspectStyle InspectStyles::operator[](StringArg kind) const {
  const std::size_t index = nodecpp::detail::styleIndex(nodecpp::detail::view(kind));
  Lookup color;
  if (Palette* palette = changed.find())
    color = palette->styles[index];
  else if (index > 0)
    color = nodecpp::detail::nodesStyles[index][1];
  return {kind.toString(), color};
}
const InspectStyle& InspectStyle::operator=(const Lookup& color) const {
  if (const std::size_t index = nodecpp::detail::styleIndex(nodecpp::detail::view(name_)); index > 0)
    changed->styles[index] = color;
  return *this;
}

}  // namespace nodecpp::util
