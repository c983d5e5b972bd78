// KeyObjects: what they tell of their key, and how a key is written.
#include <nodecpp/crypto/key_object.h>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <utility>

#include "base/errors/validate.h"
#include "crypto/asymmetric.h"
#include "crypto/ciphers.h"
#include "crypto/job.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;
using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgValue;

KeyObjectObject::KeyObjectObject(const Buffer& secret) : secret_(Buffer::copyOf(secret.bytes(), secret.size())) {}

KeyObjectObject::~KeyObjectObject() {
  // A copy of a Buffer shares its bytes, and an Hmac may still read them.
  if (!secret_.empty() && !secret_.isShared()) detail::wipe(secret_.bytes(), secret_.size());
  delete key_;
}

Buffer KeyObjectObject::export_() const {
  if (key_) throw nodecpp::detail::invalidArgType("options", "of type object", "undefined");
  return Buffer::copyOf(secret_.bytes(), secret_.size());
}

bool KeyObjectObject::equals(const KeyObject& other) const {
  if (type() != other->type()) return false;
  if (key_) {
    detail::RandomScope random;
    const bool same = EVP_PKEY_eq(key_->key.get(), other->key_->key.get()) == 1;
    ERR_clear_error();
    return same;
  }
  const Buffer& theirs = other->secret();
  return secret_.size() == theirs.size() &&
         (secret_.empty() || CRYPTO_memcmp(secret_.bytes(), theirs.bytes(), secret_.size()) == 0);
}

Buffer detail::secretOf(const KeyObject& key) {
  if (!key->key()) return key->secret();
  throw codedError<TypeError>("ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", "Invalid key object type " + key->type() + ", expected secret.");
}

String KeyObjectObject::asymmetricKeyType() const {
  if (!key_) return undefined;
  switch (EVP_PKEY_get_base_id(key_->key.get())) {
    case EVP_PKEY_RSA: return "rsa";
    case EVP_PKEY_RSA_PSS: return "rsa-pss";
    case EVP_PKEY_DSA: return "dsa";
    case EVP_PKEY_DH: return "dh";
    case EVP_PKEY_EC: return "ec";
    case EVP_PKEY_ED25519: return "ed25519";
    case EVP_PKEY_ED448: return "ed448";
    case EVP_PKEY_X25519: return "x25519";
    case EVP_PKEY_X448: return "x448";
    default: return undefined;
  }
}

namespace {

// Returns a parameter of a key that is a name, in Node's spelling of digests.
String digestParameter(const EVP_PKEY* key, const char* name) {
  char text[64] = "";
  std::size_t size = 0;
  if (EVP_PKEY_get_utf8_string_param(key, name, text, sizeof text, &size) != 1) return {};
  const EVP_MD* digest = EVP_get_digestbyname(text);
  return digest ? String(OBJ_nid2ln(EVP_MD_get_type(digest))) : String(text);
}

// Adds which digests and salt a key of RSA-PSS is restricted to.
void addRestrictions(const EVP_PKEY* key, AsymmetricKeyDetails& details) {
  int salt = 0;
  details.hashAlgorithm = digestParameter(key, OSSL_PKEY_PARAM_RSA_DIGEST);
  if (details.hashAlgorithm.empty()) return;
  details.mgf1HashAlgorithm = digestParameter(key, OSSL_PKEY_PARAM_RSA_MGF1_DIGEST);
  if (details.mgf1HashAlgorithm.empty()) details.mgf1HashAlgorithm = details.hashAlgorithm;
  if (EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_RSA_PSS_SALTLEN, &salt) == 1) details.saltLength = salt;
}

}  // namespace

AsymmetricKeyDetails KeyObjectObject::asymmetricKeyDetails() const {
  AsymmetricKeyDetails details;
  if (!key_) return details;
  const EVP_PKEY* key = key_->key.get();
  if (detail::isRsa(key)) {
    BIGNUM* exponent = nullptr;
    details.modulusLength = EVP_PKEY_get_bits(key);
    if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1) details.publicExponent = double(BN_get_word(exponent));
    BN_free(exponent);
    if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA_PSS) addRestrictions(key, details);
  } else if (EVP_PKEY_get_base_id(key) == EVP_PKEY_EC) {
    char group[64] = "";
    std::size_t size = 0;
    if (EVP_PKEY_get_group_name(key, group, sizeof group, &size) == 1) details.namedCurve = group;
  }
  if (EVP_PKEY_get_base_id(key) == EVP_PKEY_DSA) {
    BIGNUM* divisor = nullptr;
    details.modulusLength = EVP_PKEY_get_bits(key);
    if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_FFC_Q, &divisor) == 1) details.divisorLength = BN_num_bits(divisor);
    BN_free(divisor);
  }
  ERR_clear_error();
  return details;
}

namespace {

Error incompatible(StringArg why) {
  return codedError("ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS", "The selected key encoding " + why.toString());
}

[[noreturn]] void refuse(const char* name, const String& value) {
  throw invalidArgValue(name, value.empty() ? String("undefined") : inspectString(value));
}

bool writePublic(BIO* out, EVP_PKEY* key, const String& type, bool isPem) {
  if (type == "spki") return (isPem ? PEM_write_bio_PUBKEY(out, key) : i2d_PUBKEY_bio(out, key)) == 1;
  if (EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA) throw incompatible("pkcs1 can only be used for RSA keys.");
  unsigned char* der = nullptr;
  const int size = i2d_PublicKey(key, &der);
  if (size <= 0) return false;
  const bool written = isPem ? PEM_write_bio(out, "RSA PUBLIC KEY", "", der, size) > 0 : BIO_write(out, der, size) == size;
  OPENSSL_free(der);
  return written;
}

bool writePrivate(BIO* out, EVP_PKEY* key, const KeyExportOptions& options, const EVP_CIPHER* cipher, bool isPem) {
  const String& type = options.type;
  auto* phrase = options.passphrase.bytes().bytes();
  const int size = int(options.passphrase.bytes().size());
  if (type == "pkcs8")
    return (isPem ? PEM_write_bio_PKCS8PrivateKey(out, key, cipher, phrase, size, nullptr, nullptr)
                  : i2d_PKCS8PrivateKey_bio(out, key, cipher, phrase, size, nullptr, nullptr)) == 1;
  if (type == "pkcs1" && EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA) throw incompatible("pkcs1 can only be used for RSA keys.");
  if (type == "sec1" && EVP_PKEY_get_base_id(key) != EVP_PKEY_EC) throw incompatible("sec1 can only be used for EC keys.");
  if (isPem)
    return PEM_write_bio_PrivateKey_traditional(out, key, cipher, reinterpret_cast<unsigned char*>(phrase), size, nullptr, nullptr) == 1;
  if (cipher) throw incompatible(type + " does not support encryption.");
  return i2d_PrivateKey_bio(out, key) == 1;
}

}  // namespace

stream::Chunk KeyObjectObject::export_(const KeyExportOptions& options) const {
  if (options.format == "jwk") {
    if (options.passphrase.given() || !options.cipher.empty()) throw incompatible("jwk does not support encryption.");
    return detail::jwkOf(*this);
  }
  if (!key_) {
    if (!options.format.empty() && options.format != "buffer")
      throw invalidArgValue("options.format", inspectString(options.format), "must be one of: undefined, 'buffer', 'jwk'");
    return export_();
  }
  const bool isPem = options.format == "pem";
  if (!isPem && options.format != "der") refuse("options.format", options.format);
  const String& type = options.type;
  if (type != "pkcs1" && type != (isPrivate_ ? "pkcs8" : "spki") && !(isPrivate_ && type == "sec1")) refuse("options.type", type);
  const detail::CipherKind* cipher = nullptr;
  if (isPrivate_ && !options.cipher.empty()) {
    if (!options.passphrase.given()) throw invalidArgValue("options.passphrase", "undefined");
    cipher = detail::findCipher(options.cipher);
    if (!cipher) throw codedError("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
  }
  detail::RandomScope random;
  ERR_clear_error();
  const detail::Bio out(BIO_new(BIO_s_mem()));
  EVP_PKEY* key = key_->key.get();
  if (!(isPrivate_ ? writePrivate(out.get(), key, options, cipher ? cipher->cipher.get() : nullptr, isPem)
                   : writePublic(out.get(), key, type, isPem)))
    detail::throwOpenssl("Failed to encode key");
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  if (isPem) return String::copyOf(text, std::size_t(size));
  return Buffer::copyOf(text, std::size_t(size));
}

}  // namespace nodecpp::crypto
