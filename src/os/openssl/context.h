// A context of TLS: an SSL_CTX with Node's settings.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

#include "os/openssl/failure.h"

namespace nodecpp::os::openssl {

class Context final : public TlsContext {
 public:
  Context() = default;
  ~Context() = default;
  // Makes the SSL_CTX. Called once.
  TlsFailure set(const TlsContextSpec& spec);
  SSL_CTX* get() const { return context_.get(); }

  // The keys of session tickets: a name, a key of HMAC and a key of AES, 16 bytes each.
  static constexpr std::size_t ticketKeyBytes = 48;
  unsigned char ticketKeys[ticketKeyBytes];

 private:
  TlsFailure addCertificates(const std::string& pem);
  TlsFailure addKey(const TlsSecret& key);
  TlsFailure addArchive(const TlsSecret& archive);
  TlsFailure trust(const TlsContextSpec& spec);
  TlsFailure setAlgorithms(const TlsContextSpec& spec);

  std::unique_ptr<SSL_CTX, Freeing<SSL_CTX_free>> context_;
};

// Sets the callbacks by which the library asks an engine: see engine.cpp.
void setCallbacks(SSL_CTX* context);

}  // namespace nodecpp::os::openssl
