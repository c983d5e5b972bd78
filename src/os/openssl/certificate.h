// Reading certificates.
#pragma once

#include <string>

#include "os/port/tls.h"

namespace nodecpp::os::openssl {

// Reads a certificate in DER. Returns a failure when the bytes are not a certificate.
TlsFailure describe(const std::string& der, TlsCertificate& described);

}  // namespace nodecpp::os::openssl
