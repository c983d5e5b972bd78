// Describes records in words, for people and for programs.
#pragma once

#include <string>
#include <string_view>

#include "os/trace/record_kinds.h"

namespace nodecpp::os::record {

// Describes a record of `kind` with these fields: "write connection:3 bytes:(120 bytes, 5f0b3a12) | unsent:0 error:0".
// If the fields end after the call, the results are left out. If the fields do not fit the kind's layout, the text ends
// in "…".
std::string describe(Kind kind, std::string_view fields);
// Describes a record as the members of a JSON object, without the braces: "kind":"write","connection":3,….
std::string describeJson(Kind kind, std::string_view fields);

// Returns `text` as a JSON string. Bytes beyond ASCII are taken as latin1.
std::string quoted(std::string_view text);

}  // namespace nodecpp::os::record
