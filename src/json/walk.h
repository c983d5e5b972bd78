// The parser for the common case: over the places that simdjson has found, straight into the tree.
#pragma once

#include <nodecpp/var.h>

namespace nodecpp::detail {

// False when the text is none that this reads, with or without a fault in it: then scanJson says what it is.
bool walkJson(StringArg text, var& out);

}  // namespace nodecpp::detail
