// Decides whether output is coloured.
#pragma once

namespace nodecpp::detail {

// Returns whether Node would colour standard output (fd 1) or standard error (fd 2), by the terminal and the
// environment. The function reads the whole environment, so callers should keep the result.
bool shouldColorize(int fd);

}  // namespace nodecpp::detail
