// The errors of fetch: those that undici, the implementation in Node.js, gives as the cause of "fetch failed".
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/net.h>

namespace nodecpp::detail {

// Returns the TypeError of a fetch() that has no response, with its cause.
TypeError fetchFailed(const Error& cause);
// Returns the TypeError of a body that was not received to its end. Without a cause it is undefined.
TypeError terminated(const Error& cause);
// Returns an error with one of undici's names and codes.
Error undiciError(const char* name, const char* code, StringArg message);
// Returns undici's SocketError, with what is known of the socket, which may be undefined.
Error socketError(StringArg message, const net::Socket& socket);
// Returns the error of a response that is no HTTP. `rest` are the bytes from the place of the fault on.
Error parserError(StringArg reason, const Buffer& rest);
Error lengthMismatch();
// Returns undici's counterpart of an error that a request of http has emitted.
Error undiciErrorOf(const Error& error, const net::Socket& socket);

}  // namespace nodecpp::detail
