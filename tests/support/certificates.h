// Makes certificates for tests while the test runs: an authority, and certificates that the authority signs.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <string>

namespace tests {

struct CertificateOptions {
  std::string name = "localhost";
  std::string alternativeNames = "DNS:localhost,IP:127.0.0.1";
  long notBefore = -3600;  // In seconds from the current time.
  long notAfter = 24 * 3600;
  bool authority = false;
};

// A certificate with its private key.
class Certificate {
 public:
  // Without `issuer` the certificate signs itself. `now` is in seconds since 1970.
  Certificate(const CertificateOptions& options, const Certificate* issuer, std::int64_t now) {
    static long serial = 0;
    key_ = EVP_EC_gen("P-256");
    certificate_ = X509_new();
    X509_set_version(certificate_, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate_), ++serial);
    time_t at = time_t(now);
    X509_time_adj_ex(X509_getm_notBefore(certificate_), 0, options.notBefore, &at);
    X509_time_adj_ex(X509_getm_notAfter(certificate_), 0, options.notAfter, &at);
    X509_set_pubkey(certificate_, key_);
    X509_NAME* name = X509_get_subject_name(certificate_);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(options.name.data()),
                               int(options.name.size()), -1, 0);
    X509* signer = issuer ? issuer->certificate_ : certificate_;
    X509_set_issuer_name(certificate_, X509_get_subject_name(signer));
    add(NID_basic_constraints, options.authority ? "critical,CA:TRUE" : "CA:FALSE", signer);
    if (!options.alternativeNames.empty()) add(NID_subject_alt_name, options.alternativeNames.c_str(), signer);
    X509_sign(certificate_, issuer ? issuer->key_ : key_, EVP_sha256());
  }
  ~Certificate() {
    X509_free(certificate_);
    EVP_PKEY_free(key_);
  }
  Certificate(const Certificate&) = delete;

  std::string pem() const {
    BIO* bio = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(bio, certificate_);
    return take(bio);
  }
  std::string key() const {
    BIO* bio = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(bio, key_, nullptr, nullptr, 0, nullptr, nullptr);
    return take(bio);
  }

 private:
  static std::string take(BIO* bio) {
    char* text = nullptr;
    long size = BIO_get_mem_data(bio, &text);
    std::string taken(text, std::size_t(size));
    BIO_free(bio);
    return taken;
  }
  void add(int nid, const char* value, X509* issuer) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate_, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value);
    X509_add_ext(certificate_, extension, -1);
    X509_EXTENSION_free(extension);
  }

  X509* certificate_ = nullptr;
  EVP_PKEY* key_ = nullptr;
};

}  // namespace tests
