// Failures of OpenSSL in the form of the port.
#pragma once

#include <openssl/ssl.h>

#include <string>

#include "os/port/tls.h"

namespace nodecpp::os::openssl {

// Returns the failure for an error code of OpenSSL, with the message and code that Node gives it.
TlsFailure failureOf(unsigned long error);
// Returns the first of the errors that this thread's calls have left, and clears them. Without an error the failure has
// the message `otherwise`.
TlsFailure takeFailure(const char* otherwise = "error:00000000:lib(0)::reason(0)");
// Returns the first error of a connection as takeFailure() does. Its code names OpenSSL's SSL module, as in Node,
// whichever module has found the error.
TlsFailure takeConnectionFailure();
// Returns a failure that Node words itself, and clears OpenSSL's errors.
TlsFailure failureOf(const char* words, const char* code = "ERR_CRYPTO_OPERATION_FAILED");
// Returns the name of a verdict on a certificate, "CERT_HAS_EXPIRED", as Node gives it in an error's code.
const char* verifyCode(long verdict);

// Frees an object of OpenSSL with its own function.
template <auto F>
struct Freeing {
  template <class T>
  void operator()(T* object) const noexcept {
    F(object);
  }
};

}  // namespace nodecpp::os::openssl
