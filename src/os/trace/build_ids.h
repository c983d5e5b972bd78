// Which build of a program a log belongs to: a replay of another build would take another way.
#pragma once

#include <string>
#include <string_view>

#include "os/trace/fields.h"

namespace nodecpp::os::record {

// The executable and its libraries: file, and build-id in hexadecimal ("" where it has none).
Texts loadedBuilds();
// The id that the linker has left among the notes of a file (NT_GNU_BUILD_ID), in hexadecimal; "" where there is none.
// They may hold anything.
std::string buildIdIn(std::string_view notes);

}  // namespace nodecpp::os::record
