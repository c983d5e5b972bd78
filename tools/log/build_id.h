#pragma once

#include <string>

namespace nodecpp::logtool {

// The build-id of an executable file, in hexadecimal; empty, with `why` set, where there is none to be read.
std::string buildIdOf(const std::string& path, std::string& why);

}  // namespace nodecpp::logtool
