// The parts of a secure context that the module's other files use.
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

// Makes Node's Error of a failure in the cryptographic library.
Error errorOf(const os::TlsFailure& failure);
// Makes an Error with a code that does not stand in the first line of its stack.
Error errorWithCode(StringArg message, StringArg code);

// The context of clients that set no option of it. It is made once for each program, since to read the system's trusted
// certificates takes milliseconds.
SecureContext clientContext(const SecureContextOptions& options);
// Drops the context that clientContext() keeps. Called when a default has changed, so that a new context is made from
// it.
void forgetClientContext();

// Whether the environment says that certificates are not to be checked. Warns of it once.
bool allowsUnauthorized();

inline std::string bytesOf(const Buffer& buffer) { return std::string(buffer.bytes(), buffer.size()); }
inline std::string bytesOf(const String& text) { return std::string(text.data(), text.size()); }
inline String textOf(const std::string& text) { return String::copyOf(text.data(), text.size()); }
inline Buffer bufferOf(const std::string& bytes) { return Buffer::copyOf(bytes.data(), bytes.size()); }

// Returns the certificate in DER as Node's object, with the certificates after it as its issuers when `detailed`.
var certificateObject(const std::vector<std::string>& chain, bool detailed);

}  // namespace nodecpp::tls::detail
