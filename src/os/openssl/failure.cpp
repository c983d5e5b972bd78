#include "os/openssl/failure.h"

#include <openssl/err.h>
#include <openssl/x509_vfy.h>

#include <cctype>

namespace nodecpp::os::openssl {

namespace {

// Returns the part of Node's error code that names a module of OpenSSL ("SSL_"), or an empty text for modules that Node
// does not name.
const char* moduleOf(int library) {
  switch (library) {
    case ERR_LIB_SYS: return "SYS_";
    case ERR_LIB_BN: return "BN_";
    case ERR_LIB_RSA: return "RSA_";
    case ERR_LIB_DH: return "DH_";
    case ERR_LIB_EVP: return "EVP_";
    case ERR_LIB_BUF: return "BUF_";
    case ERR_LIB_OBJ: return "OBJ_";
    case ERR_LIB_PEM: return "PEM_";
    case ERR_LIB_DSA: return "DSA_";
    case ERR_LIB_X509: return "X509_";
    case ERR_LIB_ASN1: return "ASN1_";
    case ERR_LIB_CONF: return "CONF_";
    case ERR_LIB_CRYPTO: return "CRYPTO_";
    case ERR_LIB_EC: return "EC_";
    case ERR_LIB_SSL: return "SSL_";
    case ERR_LIB_BIO: return "BIO_";
    case ERR_LIB_PKCS7: return "PKCS7_";
    case ERR_LIB_X509V3: return "X509V3_";
    case ERR_LIB_PKCS12: return "PKCS12_";
    case ERR_LIB_RAND: return "RAND_";
    case ERR_LIB_OCSP: return "OCSP_";
    case ERR_LIB_UI: return "UI_";
    case ERR_LIB_OSSL_STORE: return "OSSL_STORE_";
    case ERR_LIB_CMS: return "CMS_";
    case ERR_LIB_CT: return "CT_";
    case ERR_LIB_KDF: return "KDF_";
    case ERR_LIB_SM2: return "SM2_";
    default: return "";
  }
}

// Returns the part of an error's code that names the reason.
std::string nameOf(const std::string& reason) {
  std::string name;
  for (char c : reason) name += c == ' ' ? '_' : char(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace

TlsFailure failureOf(unsigned long error) {
  TlsFailure failure;
  char text[256];
  ERR_error_string_n(error, text, sizeof text);
  failure.message = text;
  if (const char* library = ERR_lib_error_string(error)) failure.library = library;
  const char* reason = ERR_reason_error_string(error);
  if (!reason) return failure;
  failure.reason = reason;
  failure.code = ERR_GET_LIB(error) == ERR_LIB_SSL ? "ERR_" : "ERR_OSSL_";
  failure.code += moduleOf(ERR_GET_LIB(error)) + nameOf(failure.reason);
  return failure;
}

TlsFailure takeFailure(const char* otherwise) {
  unsigned long error = ERR_get_error();
  ERR_clear_error();
  if (error) return failureOf(error);
  TlsFailure failure;
  failure.message = otherwise;
  return failure;
}

TlsFailure takeConnectionFailure() {
  TlsFailure failure = takeFailure();
  if (failure.reason.empty()) return failure;
  failure.code = "ERR_SSL_" + nameOf(failure.reason);
  return failure;
}

TlsFailure failureOf(const char* words, const char* code) {
  ERR_clear_error();
  TlsFailure failure;
  failure.message = words;
  failure.code = code;
  return failure;
}

#define NODECPP_VERDICT(name) \
  case X509_V_ERR_##name: return #name;
const char* verifyCode(long verdict) {
  switch (verdict) {
    NODECPP_VERDICT(UNABLE_TO_GET_ISSUER_CERT)
    NODECPP_VERDICT(UNABLE_TO_GET_CRL)
    NODECPP_VERDICT(UNABLE_TO_DECRYPT_CERT_SIGNATURE)
    NODECPP_VERDICT(UNABLE_TO_DECRYPT_CRL_SIGNATURE)
    NODECPP_VERDICT(UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY)
    NODECPP_VERDICT(CERT_SIGNATURE_FAILURE)
    NODECPP_VERDICT(CRL_SIGNATURE_FAILURE)
    NODECPP_VERDICT(CERT_NOT_YET_VALID)
    NODECPP_VERDICT(CERT_HAS_EXPIRED)
    NODECPP_VERDICT(CRL_NOT_YET_VALID)
    NODECPP_VERDICT(CRL_HAS_EXPIRED)
    NODECPP_VERDICT(ERROR_IN_CERT_NOT_BEFORE_FIELD)
    NODECPP_VERDICT(ERROR_IN_CERT_NOT_AFTER_FIELD)
    NODECPP_VERDICT(ERROR_IN_CRL_LAST_UPDATE_FIELD)
    NODECPP_VERDICT(ERROR_IN_CRL_NEXT_UPDATE_FIELD)
    NODECPP_VERDICT(OUT_OF_MEM)
    NODECPP_VERDICT(DEPTH_ZERO_SELF_SIGNED_CERT)
    NODECPP_VERDICT(SELF_SIGNED_CERT_IN_CHAIN)
    NODECPP_VERDICT(UNABLE_TO_GET_ISSUER_CERT_LOCALLY)
    NODECPP_VERDICT(UNABLE_TO_VERIFY_LEAF_SIGNATURE)
    NODECPP_VERDICT(CERT_CHAIN_TOO_LONG)
    NODECPP_VERDICT(CERT_REVOKED)
    NODECPP_VERDICT(INVALID_CA)
    NODECPP_VERDICT(PATH_LENGTH_EXCEEDED)
    NODECPP_VERDICT(INVALID_PURPOSE)
    NODECPP_VERDICT(CERT_UNTRUSTED)
    NODECPP_VERDICT(CERT_REJECTED)
    NODECPP_VERDICT(HOSTNAME_MISMATCH)
    case X509_V_OK: return "OK";
    default: return "UNSPECIFIED";
  }
}
#undef NODECPP_VERDICT

}  // namespace nodecpp::os::openssl
