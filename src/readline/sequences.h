// The escape sequences of readline's functions.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::readline::detail {

inline constexpr const char* clearScreenDownSequence = "\x1b[0J";
inline String clearLineSequence(int direction) {
  return direction < 0 ? "\x1b[1K" : direction > 0 ? "\x1b[0K" : "\x1b[2K";
}
inline String cursorToSequence(int x) { return "\x1b[" + str(double(x) + 1) + "G"; }
inline String cursorToSequence(int x, int y) {
  return "\x1b[" + str(double(y) + 1) + ";" + str(double(x) + 1) + "H";
}
inline String moveCursorSequence(int dx, int dy) {
  String sequence;
  if (dx != 0) sequence += "\x1b[" + str(dx < 0 ? -double(dx) : double(dx)) + (dx < 0 ? "D" : "C");
  if (dy != 0) sequence += "\x1b[" + str(dy < 0 ? -double(dy) : double(dy)) + (dy < 0 ? "A" : "B");
  return sequence;
}

}  // namespace nodecpp::readline::detail
