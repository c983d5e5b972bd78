// The errors of the web's interfaces: DOMExceptions, by their names and codes.
#pragma once

#include <nodecpp/error.h>

namespace nodecpp::crypto::detail {

// Makes the error of this name. `code` is the number that older interfaces have for it; those that have none get 0 from Node,
// which is an empty text here.
Error webError(StringArg name, StringArg code, StringArg message);

inline Error dataError(StringArg message) { return webError("DataError", "", message); }
inline Error operationError(StringArg message) { return webError("OperationError", "", message); }
inline Error operationFailed() { return operationError("The operation failed for an operation-specific reason"); }
inline Error invalidAccess(StringArg message) { return webError("InvalidAccessError", "15", message); }
inline Error notSupported(StringArg message) { return webError("NotSupportedError", "9", message); }
inline Error syntaxError(StringArg message) { return webError("SyntaxError", "12", message); }

}  // namespace nodecpp::crypto::detail
