// The builds of the program and its libraries that a log belongs to. A replay by another build would do other
// operations.
#pragma once

#include <string>
#include <string_view>

#include "os/trace/field_encoding.h"

namespace nodecpp::os::record {

// Returns the executable and its libraries: the file's name, and the build-id in hexadecimal (empty when the file has
// none).
Texts loadedBuilds();
// Returns the id that the linker has stored in the notes of a file (NT_GNU_BUILD_ID), in hexadecimal, or an empty
// string. The notes are untrusted input.
std::string buildIdIn(std::string_view notes);

}  // namespace nodecpp::os::record
