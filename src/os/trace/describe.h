// Records in words, for people and for programs.
#pragma once

#include <string>
#include <string_view>

#include "os/trace/kinds.h"

namespace nodecpp::os::record {

// A record of `kind` with these fields: "write connection:3 bytes:(120 bytes, 5f0b3a12) | unsent:0 error:0". Of a call
// alone, what it gave is left out. What does not fit the kind's layout ends in "…".
std::string describe(Kind kind, std::string_view fields);
// The same as the members of a JSON object, without its braces: "kind":"write","connection":3,….
std::string describeJson(Kind kind, std::string_view fields);

// `text` as it stands in a JSON string; bytes beyond ASCII as latin1.
std::string quoted(std::string_view text);

}  // namespace nodecpp::os::record
