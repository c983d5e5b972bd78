// The text of an AssertionError.
#pragma once

#include <nodecpp/assert/assertion_error.h>

namespace nodecpp::detail {

// Returns the message of Node's AssertionError with these options, as its lib/internal/assert/assertion_error.js makes
// it.
String assertionMessage(const assert::AssertionErrorOptions& options);

}  // namespace nodecpp::detail
