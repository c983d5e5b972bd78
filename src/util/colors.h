// Decides whether output is coloured.
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::detail {

// Returns whether Node would colour standard output (fd 1) or standard error (fd 2), by the terminal and the
// environment. The function reads the whole environment, so callers should keep the result.
bool shouldColorize(int fd);
// Whether a terminal with this name, the variable TERM, is known to show colours.
bool namesColors(const String& terminal);

}  // namespace nodecpp::detail
