// The errors of the web's interfaces: DOMExceptions, by their names.
#pragma once

#include <nodecpp/dom_exception.h>

namespace nodecpp::crypto::detail {

inline Error dataError(StringArg message) { return DOMException(message, "DataError"); }
inline Error operationError(StringArg message) { return DOMException(message, "OperationError"); }
inline Error operationFailed() { return operationError("The operation failed for an operation-specific reason"); }
inline Error invalidAccess(StringArg message) { return DOMException(message, "InvalidAccessError"); }
inline Error notSupported(StringArg message) { return DOMException(message, "NotSupportedError"); }
inline Error syntaxError(StringArg message) { return DOMException(message, "SyntaxError"); }

}  // namespace nodecpp::crypto::detail
