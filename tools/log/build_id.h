#pragma once

#include <string>

namespace nodecpp::logtool {

// Returns the build-id of an executable file in hexadecimal. When there is none to read, returns an empty string and
// sets `why` to the reason.
std::string buildIdOf(const std::string& path, std::string& why);

}  // namespace nodecpp::logtool
