// A context of TLS: an SSL_CTX with Node's settings.
#pragma once

#include <openssl/ssl.h>

#include <string>

#include "os/openssl/failure.h"

namespace nodecpp::os::openssl {

// A Context lives as long as its SSL_CTX, which counts the engines that use it.
class Context final : public TlsContext {
 public:
  // Returns null and sets `failure` when the settings are wrong.
  static Context* make(const TlsContextSpec& spec, TlsFailure& failure);
  static Context* of(SSL* ssl);
  // Ends the caller's use of the context.
  void close() { SSL_CTX_free(context_); }
  SSL_CTX* get() const { return context_; }

  // The keys of session tickets: a name, a key of HMAC and a key of AES, 16 bytes each.
  static constexpr std::size_t ticketKeyBytes = 48;
  unsigned char ticketKeys[ticketKeyBytes];

 private:
  Context() = default;
  ~Context() = default;
  static int place();
  TlsFailure set(const TlsContextSpec& spec);
  TlsFailure addCertificates(const std::string& pem);
  TlsFailure addKey(const TlsSecret& key);
  TlsFailure addArchive(const TlsSecret& archive);
  TlsFailure trust(const TlsContextSpec& spec);
  TlsFailure setAlgorithms(const TlsContextSpec& spec);
  TlsFailure setDhParameters(const std::string& pem);

  SSL_CTX* context_ = nullptr;
};

// Sets the callbacks by which OpenSSL calls the engine of a connection; they are defined in engine.cpp.
void setCallbacks(SSL_CTX* context);

}  // namespace nodecpp::os::openssl
