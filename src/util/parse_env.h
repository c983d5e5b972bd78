// Reads the format of .env files, as Node does.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace nodecpp::detail {

// Returns the variables of the content. Of several lines with one name the last one counts. A line that is no variable
// is left out; a value in quotes may go over several lines.
std::map<std::string, std::string> parsedEnv(std::string_view content);

}  // namespace nodecpp::detail
