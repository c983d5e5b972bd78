// Reads a file of the system's own, such as those of /proc and /sys.
#pragma once

#include <string>

namespace nodecpp::os {

// Returns what the file has, and an empty text when it cannot be read.
std::string systemFile(const std::string& path);

}  // namespace nodecpp::os
