// What an engine tells of a handshake that has succeeded.
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <utility>

#include "os/openssl/context.h"
#include "os/openssl/engine.h"

namespace nodecpp::os::openssl {

namespace {

std::string derOf(X509* certificate) {
  unsigned char* bytes = nullptr;
  int size = i2d_X509(certificate, &bytes);
  if (size < 0) return {};
  std::string der(reinterpret_cast<char*>(bytes), std::size_t(size));
  OPENSSL_free(bytes);
  return der;
}

}  // namespace

TlsOutcome Engine::outcome() {
  TlsOutcome outcome;
  outcome.version = SSL_get_version(ssl_.get());
  if (const SSL_CIPHER* cipher = SSL_get_current_cipher(ssl_.get())) {
    outcome.cipher.name = SSL_CIPHER_get_name(cipher);
    if (const char* name = SSL_CIPHER_standard_name(cipher)) outcome.cipher.standardName = name;
    outcome.cipher.version = SSL_CIPHER_get_version(cipher);
  }
  const unsigned char* protocol = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(ssl_.get(), &protocol, &size);
  outcome.protocol.assign(reinterpret_cast<const char*>(protocol), size);
  if (const char* name = SSL_get_servername(ssl_.get(), TLSEXT_NAMETYPE_host_name)) outcome.serverName = name;
  outcome.resumed = SSL_session_reused(ssl_.get()) == 1;
  certificates(outcome);
  agreement(outcome);
  const unsigned char* ocsp = nullptr;
  long length = isServer_ ? 0 : SSL_get_tlsext_status_ocsp_resp(ssl_.get(), &ocsp);
  if (ocsp && length > 0) outcome.ocsp.assign(reinterpret_cast<const char*>(ocsp), std::size_t(length));
  return outcome;
}

void Engine::certificates(TlsOutcome& outcome) {
  X509* leaf = SSL_get0_peer_certificate(ssl_.get());
  if (leaf) {
    // A chain that was verified also contains the certificates that the peer need not send. If the chain could not be
    // verified, only the certificates that the peer has sent are returned.
    STACK_OF(X509)* chain = SSL_get0_verified_chain(ssl_.get());
    if (!chain || sk_X509_num(chain) == 0) chain = SSL_get_peer_cert_chain(ssl_.get());
    outcome.peerCertificates.push_back(derOf(leaf));
    for (int i = 0; i < sk_X509_num(chain); ++i)
      if (X509_cmp(sk_X509_value(chain, i), leaf) != 0) outcome.peerCertificates.push_back(derOf(sk_X509_value(chain, i)));
  }
  if (X509* own = SSL_get_certificate(ssl_.get())) outcome.ownCertificate = derOf(own);
  long verdict = X509_V_OK;
  if (leaf)
    verdict = SSL_get_verify_result(ssl_.get());
  else if (!isServer_ || requestsCertificate_)
    verdict = SSL_version(ssl_.get()) == TLS1_3_VERSION && outcome.resumed ? X509_V_OK : X509_V_ERR_UNSPECIFIED;
  if (verdict == X509_V_OK) return;
  outcome.verifyCode = verifyCode(verdict);
  outcome.verifyReason = X509_verify_cert_error_string(verdict);
}

void Engine::agreement(TlsOutcome& outcome) {
  EVP_PKEY* key = nullptr;
  if (!isServer_ && SSL_get_peer_tmp_key(ssl_.get(), &key) == 1) {
    std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>> own(key);
    int kind = EVP_PKEY_get_base_id(key);
    outcome.ephemeralBits = EVP_PKEY_get_bits(key);
    outcome.ephemeralType = kind == EVP_PKEY_DH ? "DH" : "ECDH";
    char name[64] = "";
    std::size_t size = 0;
    if (kind == EVP_PKEY_EC)
      EVP_PKEY_get_group_name(key, name, sizeof name, &size);
    if (kind != EVP_PKEY_DH) outcome.ephemeralName = kind == EVP_PKEY_EC ? name : OBJ_nid2sn(kind);
  }
  int count = SSL_get_shared_sigalgs(ssl_.get(), 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  for (int i = 0; i < count; ++i) {
    int sign = 0, hash = 0;
    unsigned char rawSign = 0, rawHash = 0;
    SSL_get_shared_sigalgs(ssl_.get(), i, &sign, &hash, nullptr, &rawSign, &rawHash);
    std::string name;
    switch (sign) {
      case EVP_PKEY_RSA: name = "RSA"; break;
      case EVP_PKEY_RSA_PSS: name = "RSA-PSS"; break;
      case EVP_PKEY_DSA: name = "DSA"; break;
      case EVP_PKEY_EC: name = "ECDSA"; break;
      case NID_ED25519: name = "Ed25519"; break;
      case NID_ED448: name = "Ed448"; break;
      default: name = sign ? OBJ_nid2sn(sign) : "UNDEF"; break;
    }
    name += '+';
    name += hash != NID_undef ? OBJ_nid2sn(hash) : "UNDEF";
    outcome.sharedSignatureAlgorithms.push_back(std::move(name));
  }
}

}  // namespace nodecpp::os::openssl
