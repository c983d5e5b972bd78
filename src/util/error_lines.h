// The lines of an error's stack as util.inspect prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::detail {

// `lines` (each begins with "    at ") without those that an error has in common with its cause, where these are four or
// more: the first and the last of them stay, and a line between says how many are left out. `cause` is the cause's stack,
// empty where there is none. Follows getStackFrames of Node's lib/internal/util/inspect.js.
std::vector<std::string> withoutCommonLines(std::vector<std::string> lines, std::string_view cause);

std::vector<std::string> linesOf(std::string_view text);

}  // namespace nodecpp::detail
