#include "os/openssl/context.h"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/dh.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

#include <cstring>
#include <memory>
#include <string_view>

namespace nodecpp::os::openssl {

namespace {

using Bio = std::unique_ptr<BIO, Freeing<BIO_free>>;
using Certificate = std::unique_ptr<X509, Freeing<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;

Bio reading(const std::string& bytes) { return Bio(BIO_new_mem_buf(bytes.data(), int(bytes.size()))); }

using StrengthCallback = int (*)(const SSL*, const SSL_CTX*, int, int, int, void*, void*);

// OpenSSL calls this function when a key in PEM is encrypted, to get the pass phrase.
int givePassphrase(char* to, int most, int, void* given) {
  auto* secret = static_cast<const TlsSecret*>(given);
  if (!secret || secret->passphrase.size() > std::size_t(most)) return -1;
  // Without a pass phrase the key does not decrypt, as in Node; -1 would be the error that somebody has cancelled the input.
  std::memcpy(to, secret->passphrase.data(), secret->passphrase.size());
  return int(secret->passphrase.size());
}

// OpenSSL calls this function when a certificate in PEM is encrypted, which is not supported, so there is no pass
// phrase.
int noPassphrase(char*, int, int, void*) { return 0; }

int protocolOf(TlsVersion version) {
  switch (version) {
    case TlsVersion::tls1: return TLS1_VERSION;
    case TlsVersion::tls1_1: return TLS1_1_VERSION;
    case TlsVersion::tls1_2: return TLS1_2_VERSION;
    case TlsVersion::tls1_3: return TLS1_3_VERSION;
    case TlsVersion::none: break;
  }
  return 0;
}

// The texts of PEM end when there is no further start line, which is not an error.
bool endOfPem() {
  unsigned long error = ERR_peek_last_error();
  if (ERR_GET_LIB(error) != ERR_LIB_PEM || ERR_GET_REASON(error) != PEM_R_NO_START_LINE) return false;
  ERR_clear_error();
  return true;
}

// Adds the certificates of a text in PEM to a store, up to one that cannot be read. As in Node, the rest is ignored.
void addTo(X509_STORE* store, SSL_CTX* context, const std::string& pem) {
  Bio bio = reading(pem);
  while (Certificate certificate{PEM_read_bio_X509_AUX(bio.get(), nullptr, noPassphrase, nullptr)}) {
    X509_STORE_add_cert(store, certificate.get());
    SSL_CTX_add_client_CA(context, certificate.get());
  }
  ERR_clear_error();
}

constexpr const char* noArchive = "Unable to load PFX certificate";

// Returns why an archive cannot be used: as in Node, the reason alone, without a code. When the library gives no reason,
// `otherwise` is one.
TlsFailure archiveFailure(const char* otherwise) {
  unsigned long error = ERR_get_error();
  if (error && ERR_GET_REASON(error) == ERR_R_UNSUPPORTED)
    return failureOf("Unsupported PKCS12 PFX data", "ERR_CRYPTO_UNSUPPORTED_OPERATION");
  const char* reason = error ? ERR_reason_error_string(error) : nullptr;
  return failureOf(reason ? reason : otherwise, "");
}

// Since version 3.2, OpenSSL counts the suites whose tags have 8 bytes (AES-CCM-8) as 64 bits strong, as little as their
// tags are, and refuses them at every security level above 0. Earlier versions count the bits of their keys. This
// callback refuses them in every version, and leaves all else to the library's own callback, which `own` is.
int judgeStrength(const SSL* ssl, const SSL_CTX* context, int operation, int bits, int nid, void* other, void* own) {
  if ((operation & SSL_SECOP_OTHER_TYPE) == SSL_SECOP_OTHER_CIPHER && other) {
    int level = ssl ? SSL_get_security_level(ssl) : SSL_CTX_get_security_level(context);
    std::string_view name = SSL_CIPHER_get_name(static_cast<const SSL_CIPHER*>(other));
    if (level > 0 && (name.ends_with("-CCM8") || name.find("_CCM_8_") != name.npos)) return 0;
  }
  return reinterpret_cast<StrengthCallback>(own)(ssl, context, operation, bits, nid, other, own);
}

// Sets what Node's version of OpenSSL does by default, and earlier versions do otherwise.
void setNewerDefaults(SSL_CTX* context) {
  static constexpr unsigned long version3_5 = 0x30500000;
  if (OpenSSL_version_num() >= version3_5) return;
  SSL_CTX_set0_security_ex_data(context, reinterpret_cast<void*>(SSL_CTX_get_security_callback(context)));
  SSL_CTX_set_security_callback(context, judgeStrength);
  // Earlier versions also accept finite fields of 4,096 to 8,192 bits, with which a client makes a server compute for
  // milliseconds. A library that lacks one of these groups keeps its own list.
  if (SSL_CTX_set1_groups_list(context, "X25519:P-256:X448:P-384:P-521:ffdhe2048:ffdhe3072") != 1) ERR_clear_error();
}

}  // namespace

TlsFailure Context::addCertificates(const std::string& pem) {
  Bio bio = reading(pem);
  Certificate leaf(PEM_read_bio_X509_AUX(bio.get(), nullptr, noPassphrase, nullptr));
  if (!leaf || SSL_CTX_use_certificate(get(), leaf.get()) != 1) return takeFailure();
  SSL_CTX_clear_chain_certs(get());
  while (Certificate certificate{PEM_read_bio_X509(bio.get(), nullptr, noPassphrase, nullptr)})
    if (SSL_CTX_add1_chain_cert(get(), certificate.get()) != 1) return takeFailure();
  if (!endOfPem()) return takeFailure();
  return {};
}

TlsFailure Context::addKey(const TlsSecret& key) {
  Bio bio = reading(key.bytes);
  Key read(PEM_read_bio_PrivateKey(bio.get(), nullptr, givePassphrase, const_cast<TlsSecret*>(&key)));
  if (!read || SSL_CTX_use_PrivateKey(get(), read.get()) != 1) return takeFailure();
  return {};
}

TlsFailure Context::addArchive(const TlsSecret& archive) {
  std::unique_ptr<PKCS12, Freeing<PKCS12_free>> read(d2i_PKCS12_bio(reading(archive.bytes).get(), nullptr));
  if (!read) return archiveFailure("not enough data");
  EVP_PKEY* key = nullptr;
  X509* leaf = nullptr;
  STACK_OF(X509)* others = nullptr;
  if (PKCS12_parse(read.get(), archive.hasPassphrase ? archive.passphrase.c_str() : nullptr, &key, &leaf, &others) != 1)
    return archiveFailure(noArchive);
  Key ownKey(key);
  Certificate ownLeaf(leaf);
  auto freeAll = [](STACK_OF(X509)* all) { sk_X509_pop_free(all, X509_free); };
  std::unique_ptr<STACK_OF(X509), decltype(freeAll)> ownOthers(others, freeAll);
  if (!leaf || !key || SSL_CTX_use_cert_and_key(get(), leaf, key, nullptr, 1) != 1) return archiveFailure(noArchive);
  SSL_CTX_clear_chain_certs(get());
  for (int i = 0; i < sk_X509_num(others); ++i) {
    X509* other = sk_X509_value(others, i);
    SSL_CTX_add1_chain_cert(get(), other);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(get()), other);
    SSL_CTX_add_client_CA(get(), other);
  }
  ERR_clear_error();
  return {};
}

TlsFailure Context::trust(const TlsContextSpec& spec) {
  X509_STORE* store = SSL_CTX_get_cert_store(get());
  if (spec.hasAuthorities) {
    for (const std::string& pem : spec.authorities) addTo(store, get(), pem);
  } else {
    X509_STORE_set_default_paths(store);
    for (const std::string& pem : spec.extraAuthorities) addTo(store, get(), pem);
    ERR_clear_error();
  }
  for (const std::string& pem : spec.revocations) {
    std::unique_ptr<X509_CRL, Freeing<X509_CRL_free>> list(
        PEM_read_bio_X509_CRL(reading(pem).get(), nullptr, noPassphrase, nullptr));
    if (!list) return failureOf("Failed to parse CRL");
    X509_STORE_add_crl(store, list.get());
    X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
  }
  if (spec.partialChains) X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
  return {};
}

TlsFailure Context::setAlgorithms(const TlsContextSpec& spec) {
  // The names of TLS 1.3's cipher suites begin with TLS_. The rest is the list for earlier versions.
  std::string suites, list;
  for (std::size_t from = 0; from <= spec.ciphers.size();) {
    std::size_t to = std::min(spec.ciphers.find(':', from), spec.ciphers.size());
    std::string name = spec.ciphers.substr(from, to - from);
    from = to + 1;
    if (name.empty()) continue;
    std::string& into = name.starts_with("TLS_") || name.starts_with("!TLS_") ? suites : list;
    if (!into.empty()) into += ':';
    into += name;
  }
  if (!spec.ciphers.empty()) {
    // As in Node, a text that names no suite of TLS 1.3 leaves the library's own, and one that names no others allows no
    // earlier version.
    if (!suites.empty() && SSL_CTX_set_ciphersuites(get(), suites.c_str()) != 1) return takeFailure();
    if (SSL_CTX_set_cipher_list(get(), list.c_str()) != 1) {
      // OpenSSL has an error for an empty list, which is right beside suites of TLS 1.3.
      unsigned long error = ERR_peek_last_error();
      if (!list.empty() || ERR_GET_REASON(error) != SSL_R_NO_CIPHER_MATCH) return takeFailure();
      ERR_clear_error();
    }
    if (list.empty() && spec.least < TlsVersion::tls1_3 && spec.most == TlsVersion::tls1_3)
      SSL_CTX_set_min_proto_version(get(), TLS1_3_VERSION);
  }
  if (!spec.signatureAlgorithms.empty() && SSL_CTX_set1_sigalgs_list(get(), spec.signatureAlgorithms.c_str()) != 1)
    return takeFailure();
  if (!spec.curves.empty() && spec.curves != "auto" && SSL_CTX_set1_groups_list(get(), spec.curves.c_str()) != 1)
    return failureOf("Failed to set ECDH curve");
  return setDhParameters(spec.dhParameters);
}

TlsFailure Context::setDhParameters(const std::string& pem) {
  if (pem == "auto") SSL_CTX_set_dh_auto(get(), 1);
  if (pem.empty() || pem == "auto") return {};
  Key parameters(PEM_read_bio_Parameters(reading(pem).get(), nullptr));
  // As in Node, what is none is ignored, and there is no exchange of keys by such parameters then.
  ERR_clear_error();
  if (!parameters || EVP_PKEY_get_base_id(parameters.get()) != EVP_PKEY_DH) return {};
  if (EVP_PKEY_get_bits(parameters.get()) < 1024)
    return failureOf("DH parameter is less than 1024 bits", "ERR_INVALID_ARG_VALUE");
  if (SSL_CTX_set0_tmp_dh_pkey(get(), parameters.get()) != 1) return failureOf("Error setting temp DH parameter");
  parameters.release();
  return {};
}

TlsFailure Context::set(const TlsContextSpec& spec) {
  // As in Node, a client may renegotiate; tls limits how often.
  SSL_CTX_set_options(get(), SSL_OP_NO_SSLv3 | SSL_OP_NO_COMPRESSION | SSL_OP_ALLOW_CLIENT_RENEGOTIATION | spec.secureOptions);
  setNewerDefaults(get());
  if (spec.preferServerCiphers) SSL_CTX_set_options(get(), SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_clear_mode(get(), SSL_MODE_NO_AUTO_CHAIN);
  SSL_CTX_set_mode(get(), SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_SERVER | SSL_SESS_CACHE_NO_INTERNAL |
                                            SSL_SESS_CACHE_NO_AUTO_CLEAR);
  SSL_CTX_set_min_proto_version(get(), protocolOf(spec.least));
  SSL_CTX_set_max_proto_version(get(), protocolOf(spec.most));
  if (spec.sessionTimeout > 0) SSL_CTX_set_timeout(get(), spec.sessionTimeout);
  if (!spec.sessionIdContext.empty() &&
      SSL_CTX_set_session_id_context(get(), reinterpret_cast<const unsigned char*>(spec.sessionIdContext.data()),
                                     unsigned(spec.sessionIdContext.size())) != 1)
    return failureOf("Failed to set session id context");
  if (spec.ticketKeys.size() == ticketKeyBytes)
    std::memcpy(ticketKeys, spec.ticketKeys.data(), ticketKeyBytes);
  else if (RAND_bytes(ticketKeys, ticketKeyBytes) != 1)
    return takeFailure();
  if (TlsFailure failure = setAlgorithms(spec)) return failure;
  if (TlsFailure failure = trust(spec)) return failure;
  for (const std::string& pem : spec.certificates)
    if (TlsFailure failure = addCertificates(pem)) return failure;
  for (const TlsSecret& key : spec.keys)
    if (TlsFailure failure = addKey(key)) return failure;
  for (const TlsSecret& archive : spec.archives)
    if (TlsFailure failure = addArchive(archive)) return failure;
  setCallbacks(get());
  return {};
}

// Returns the index of an SSL_CTX's application data (ex_data) under which its Context is stored. The Context is freed
// together with the SSL_CTX.
int Context::place() {
  static const int index = SSL_CTX_get_ex_new_index(
      0, nullptr, nullptr, nullptr,
      [](void*, void* context, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<Context*>(context); });
  return index;
}

Context* Context::make(const TlsContextSpec& spec, TlsFailure& failure) {
  ERR_clear_error();
  SSL_CTX* made = SSL_CTX_new(TLS_method());
  if (!made) {
    failure = takeFailure();
    return nullptr;
  }
  auto* context = new Context;
  context->context_ = made;
  SSL_CTX_set_ex_data(made, place(), context);
  failure = context->set(spec);
  if (!failure) return context;
  context->close();
  return nullptr;
}

Context* Context::of(SSL* ssl) { return static_cast<Context*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), place())); }

}  // namespace nodecpp::os::openssl
