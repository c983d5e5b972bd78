// The colours and styles of util.inspect, which a program may change.
#pragma once

#include <optional>
#include <string_view>

#include "util/inspect.h"

namespace nodecpp::detail {

// The codes that turn a colour on and off.
struct ColorCodes {
  int open;
  int close;
};
// Returns the codes of a colour of the current program; nothing when it has no colour of this name.
std::optional<ColorCodes> colorCodes(std::string_view name);
// Returns the codes of the colour in which a kind of value is printed; nothing when it is printed without colour.
std::optional<ColorCodes> styleCodes(Style style);

}  // namespace nodecpp::detail
