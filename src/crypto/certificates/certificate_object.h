// Node's objects of certificates, for X509Certificate and for tls.
// https://nodejs.org/docs/latest-v24.x/api/tls.html#certificate-object
#pragma once

#include <nodecpp/crypto/x509.h>
#include <nodecpp/json.h>

#include <string>
#include <vector>

#include "os/port/tls.h"

namespace nodecpp::crypto::detail {

inline String plainText(const std::string& text) { return String::copyOf(text.data(), text.size()); }
inline Buffer plainBytes(const std::string& bytes) { return Buffer::copyOf(bytes.data(), bytes.size()); }

// Returns the object of a certificate that was read, which in DER is `der`.
var legacyObjectOf(const os::TlsCertificate& described, const std::string& der);

// Returns the X509Certificate of the first certificate of a chain in DER, with the others as its issuers. It is undefined for
// an empty chain.
X509Certificate certificateOfChain(const std::vector<std::string>& chain);

}  // namespace nodecpp::crypto::detail
