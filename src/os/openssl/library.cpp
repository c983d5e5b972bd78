#include "os/openssl/library.h"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <cstring>
#include <memory>

#include "base/upward_calls.h"
#include "os/openssl/certificate.h"
#include "os/openssl/context.h"
#include "os/openssl/engine.h"
#include "os/openssl/sources.h"

namespace nodecpp::os {

namespace openssl {

namespace {

class Library final : public TlsLibrary {
 public:
  void setSources(TlsSources* sources) override { openssl::setSources(sources); }

  TlsFailure makeContext(const TlsContextSpec& spec, TlsContext** made) override {
    TlsFailure failure;
    *made = Context::make(spec, failure);
    return failure;
  }
  void close(TlsContext* context) override { static_cast<Context*>(context)->close(); }

  std::string ticketKeys(TlsContext* context) override {
    auto* keys = static_cast<Context*>(context)->ticketKeys;
    return std::string(reinterpret_cast<char*>(keys), Context::ticketKeyBytes);
  }
  void setTicketKeys(TlsContext* context, const std::string& keys) override {
    if (keys.size() == Context::ticketKeyBytes)
      std::memcpy(static_cast<Context*>(context)->ticketKeys, keys.data(), keys.size());
  }

  std::unique_ptr<TlsEngine> engine(const TlsSpec& spec, std::int64_t now, TlsFailure& failure) override {
    auto engine = std::make_unique<Engine>(spec, now);
    if (!engine->made()) {
      failure = takeFailure();
      return nullptr;
    }
    // A session that cannot be read is not resumed, and a full handshake is made.
    if (!spec.session.empty() && !engine->offerSession(spec.session)) ERR_clear_error();
    return engine;
  }

  TlsFailure describe(const std::string& certificate, TlsCertificate& described) override {
    return openssl::describe(certificate, described);
  }

  std::vector<std::string> ciphers() override {
    std::vector<std::string> names;
    std::unique_ptr<SSL_CTX, Freeing<SSL_CTX_free>> context(SSL_CTX_new(TLS_method()));
    STACK_OF(SSL_CIPHER)* all = context ? SSL_CTX_get_ciphers(context.get()) : nullptr;
    for (int i = 0; i < sk_SSL_CIPHER_num(all); ++i) names.emplace_back(SSL_CIPHER_get_name(sk_SSL_CIPHER_value(all, i)));
    return names;
  }

  std::vector<std::string> systemAuthorities() override {
    std::vector<std::string> found;
    std::unique_ptr<BIO, Freeing<BIO_free>> file(BIO_new_file("/etc/ssl/certs/ca-certificates.crt", "r"));
    if (!file) file.reset(BIO_new_file(X509_get_default_cert_file(), "r"));
    while (file) {
      std::unique_ptr<X509, Freeing<X509_free>> one(PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr));
      if (!one) break;
      std::unique_ptr<BIO, Freeing<BIO_free>> pem(BIO_new(BIO_s_mem()));
      PEM_write_bio_X509(pem.get(), one.get());
      char* text = nullptr;
      long size = BIO_get_mem_data(pem.get(), &text);
      found.emplace_back(text, std::size_t(size));
    }
    ERR_clear_error();
    return found;
  }
};

const detail::UpwardRegistration filling([](detail::Upward& to) {
  to.tlsLibrary = []() -> TlsLibrary& {
    static Library library;
    return library;
  };
});

}  // namespace

}  // namespace openssl

void linkOpenssl() noexcept {}

}  // namespace nodecpp::os
