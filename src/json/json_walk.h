// The parser for the common case: walks over the structural positions that simdjson has found and builds the tree
// directly.
#pragma once

#include <nodecpp/var.h>

namespace nodecpp::detail {

// Parses `text`. Returns false when the text is not accepted, whether or not it is valid JSON; the caller then uses
// scanJson, which decides.
bool walkJson(StringArg text, var& out);

}  // namespace nodecpp::detail
