// The stack lines of an error, as util.inspect prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::detail {

// Returns `lines` (each begins with "    at ") shortened where an error and its cause have four or more successive
// lines in common. Of these lines the first and the last stay, and a line between them says how many are left out.
// `cause` is the stack of the cause, empty without one. Follows getStackFrames in Node's lib/internal/util/inspect.js.
std::vector<std::string> withoutCommonLines(std::vector<std::string> lines, std::string_view cause);

// Splits a text into its lines.
std::vector<std::string> linesOf(std::string_view text);

}  // namespace nodecpp::detail
