// Functions of context.cpp and certificate.cpp that other files of the module tls use.
#pragma once

#include <nodecpp/fs.h>
#include <nodecpp/tls.h>

#include <string>

#include "loop/loop.h"
#include "os/port/port.h"
#include "os/port/tls.h"

namespace nodecpp::tls::detail {

using nodecpp::detail::codedError;
using nodecpp::detail::Loop;

// Converts a failure in the cryptographic library to the Error that Node makes of it.
Error errorOf(const os::TlsFailure& failure);
// Makes an Error with a code that does not stand in the first line of its stack.
Error errorWithCode(StringArg message, StringArg code);

// Returns a context for a client with these options. All clients that set none of them share one context, because
// reading the system's trusted certificates takes milliseconds.
SecureContext clientContext(const SecureContextOptions& options);
// Drops the context that clientContext() keeps. Called when a default has changed, so that a new context is made from
// it.
void forgetClientContext();

// Returns whether NODE_TLS_REJECT_UNAUTHORIZED is "0", which switches the check of certificates off. Emits a warning
// the first time.
bool allowsUnauthorized();

inline std::string bytesOf(const Buffer& buffer) { return std::string(buffer.bytes(), buffer.size()); }
inline std::string bytesOf(const String& text) { return std::string(text.data(), text.size()); }
inline String textOf(const std::string& text) { return String::copyOf(text.data(), text.size()); }
inline Buffer bufferOf(const std::string& bytes) { return Buffer::copyOf(bytes.data(), bytes.size()); }

// Returns the certificate in DER as Node's object, with the certificates after it as its issuers when `detailed`.
var certificateObject(const std::vector<std::string>& chain, bool detailed);

}  // namespace nodecpp::tls::detail
