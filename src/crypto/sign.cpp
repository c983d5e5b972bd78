// Signatures.
#include <nodecpp/crypto/sign.h>

#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/rsa.h>

#include <utility>
#include <vector>

#include "base/errors/validate.h"
#include "crypto/asymmetric.h"
#include "crypto/digests.h"

namespace nodecpp::crypto {

using detail::Bytes;
using detail::Octets;
using nodecpp::detail::codedError;

namespace detail {

struct SignState {
  Digest* digest;
  MdContext context;  // Null after sign() and verify().
};

}  // namespace detail

namespace {

using detail::Pkey;
using detail::PkeyContext;
using detail::RandomScope;

// How a signature is made, from the options of a call.
struct Scheme {
  EVP_PKEY* key;
  int padding = 0;  // Of RSA; 0 for another key.
  bool hasSalt = false;
  int saltLength = 0;
  int partBytes = 0;  // With ieee-p1363, the bytes of each of the two numbers of a signature; else 0.
};

Scheme schemeOf(EVP_PKEY* key, const KeyOptions& options) {
  Scheme scheme{key};
  const int id = EVP_PKEY_get_base_id(key);
  if (!options.dsaEncoding.empty() && options.dsaEncoding != "der" && options.dsaEncoding != "ieee-p1363")
    throw nodecpp::detail::invalidArgValue("options.dsaEncoding", nodecpp::detail::inspectString(options.dsaEncoding));
  if (options.padding.given) detail::validateInt32(options.padding.value, "options.padding", -2147483648.0);
  if (options.saltLength.given) detail::validateInt32(options.saltLength.value, "options.saltLength", -2147483648.0);
  if (detail::isRsa(key)) {
    scheme.padding = options.padding.given ? int(options.padding.value)
                     : id == EVP_PKEY_RSA  ? RSA_PKCS1_PADDING
                                           : RSA_PKCS1_PSS_PADDING;
    scheme.hasSalt = options.saltLength.given;
    scheme.saltLength = int(options.saltLength.value);
  }
  // The order of a curve has as many bits as the key.
  if (options.dsaEncoding == "ieee-p1363" && id == EVP_PKEY_EC) scheme.partBytes = (EVP_PKEY_get_bits(key) + 7) / 8;
  return scheme;
}

bool apply(EVP_PKEY_CTX* context, const Scheme& scheme) {
  if (scheme.padding == 0) return true;
  if (EVP_PKEY_CTX_set_rsa_padding(context, scheme.padding) <= 0) return false;
  return scheme.padding != RSA_PKCS1_PSS_PADDING || !scheme.hasSalt ||
         EVP_PKEY_CTX_set_rsa_pss_saltlen(context, scheme.saltLength) > 0;
}

using Signature = std::vector<unsigned char>;
using EcdsaSignature = detail::Owned<ECDSA_SIG, ECDSA_SIG_free>;

// Converts a signature in DER to the two numbers one behind the other.
Signature toParts(const Signature& der, int partBytes) {
  const unsigned char* at = der.data();
  EcdsaSignature read(d2i_ECDSA_SIG(nullptr, &at, long(der.size())));
  Signature parts(2 * std::size_t(partBytes));
  if (!read || BN_bn2binpad(ECDSA_SIG_get0_r(read.get()), parts.data(), partBytes) < 0 ||
      BN_bn2binpad(ECDSA_SIG_get0_s(read.get()), parts.data() + partBytes, partBytes) < 0)
    detail::throwOpenssl("Malformed signature");
  return parts;
}

// Converts the two numbers to DER. Returns an empty signature, which none is, for another number of bytes.
Signature toDer(Octets parts, int partBytes) {
  if (parts.size() != 2 * std::size_t(partBytes)) return {};
  EcdsaSignature made(ECDSA_SIG_new());
  BIGNUM* r = BN_bin2bn(parts.data(), partBytes, nullptr);
  BIGNUM* s = BN_bin2bn(parts.data() + partBytes, partBytes, nullptr);
  if (!made || !r || !s || ECDSA_SIG_set0(made.get(), r, s) != 1) {
    BN_free(r);
    BN_free(s);
    detail::throwOpenssl("Malformed signature");
  }
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(made.get(), &der);
  if (size <= 0) detail::throwOpenssl("Malformed signature");
  Signature signature(der, der + size);
  OPENSSL_free(der);
  return signature;
}

Buffer bufferOf(Signature signature, const Scheme& scheme) {
  if (scheme.partBytes) signature = toParts(signature, scheme.partBytes);
  return Buffer::copyOf(reinterpret_cast<const char*>(signature.data()), signature.size());
}

// Returns the signature that is to be checked, in OpenSSL's form.
Signature given(Octets signature, const Scheme& scheme) {
  return scheme.partBytes ? toDer(signature, scheme.partBytes) : Signature(signature.begin(), signature.end());
}

// Signs or checks a digest that has been computed.
class DigestSigning {
 public:
  DigestSigning(const Scheme& scheme, const EVP_MD* digest, bool signs) : context_(EVP_PKEY_CTX_new(scheme.key, nullptr)) {
    ERR_clear_error();
    if (!context_ || (signs ? EVP_PKEY_sign_init(context_.get()) : EVP_PKEY_verify_init(context_.get())) <= 0 ||
        !apply(context_.get(), scheme) || EVP_PKEY_CTX_set_signature_md(context_.get(), digest) <= 0)
      detail::throwOpenssl("PEM_read_bio_PrivateKey failed");
  }
  Signature sign(Octets digest) {
    std::size_t size = 0;
    if (EVP_PKEY_sign(context_.get(), nullptr, &size, digest.data(), digest.size()) <= 0) detail::throwOpenssl();
    Signature signature(size);
    if (EVP_PKEY_sign(context_.get(), signature.data(), &size, digest.data(), digest.size()) <= 0) detail::throwOpenssl();
    signature.resize(size);
    return signature;
  }
  bool verify(Octets digest, const Signature& signature) {
    const bool good = EVP_PKEY_verify(context_.get(), signature.data(), signature.size(), digest.data(), digest.size()) == 1;
    ERR_clear_error();
    return good;
  }

 private:
  PkeyContext context_;
};

// Signs or checks data at once.
class DataSigning {
 public:
  DataSigning(const Scheme& scheme, const EVP_MD* digest, bool signs) : context_(EVP_MD_CTX_new()) {
    ERR_clear_error();
    EVP_PKEY_CTX* inner = nullptr;
    auto* begin = signs ? EVP_DigestSignInit : EVP_DigestVerifyInit;
    if (!context_ || begin(context_.get(), &inner, digest, nullptr, scheme.key) <= 0 || !apply(inner, scheme)) detail::throwOpenssl();
  }
  Signature sign(Octets data) {
    std::size_t size = 0;
    if (EVP_DigestSign(context_.get(), nullptr, &size, data.data(), data.size()) <= 0) detail::throwOpenssl();
    Signature signature(size);
    if (EVP_DigestSign(context_.get(), signature.data(), &size, data.data(), data.size()) <= 0) detail::throwOpenssl();
    signature.resize(size);
    return signature;
  }
  bool verify(Octets data, const Signature& signature) {
    const bool good = EVP_DigestVerify(context_.get(), signature.data(), signature.size(), data.data(), data.size()) == 1;
    ERR_clear_error();
    return good;
  }

 private:
  detail::MdContext context_;
};

// A digest that a program has computed by parts, which is then signed.
struct Finished {
  detail::Digest* digest;
  unsigned char bytes[EVP_MAX_MD_SIZE];
  Octets octets() const { return {bytes, digest->size}; }
};

Finished finishDigest(detail::SignState& state) {
  if (!state.context) throw codedError("ERR_CRYPTO_INVALID_STATE", "Not initialised");
  Finished finished;
  finished.digest = state.digest;
  if (EVP_DigestFinal_ex(state.context.get(), finished.bytes, nullptr) != 1) detail::throwOpenssl();
  state.digest->giveBack(std::move(state.context));
  return finished;
}

void refuseKeysWithoutDigest(EVP_PKEY* key) {
  const int id = EVP_PKEY_get_base_id(key);
  if (id == EVP_PKEY_ED25519 || id == EVP_PKEY_ED448)
    throw codedError("ERR_CRYPTO_UNSUPPORTED_OPERATION", "Unsupported crypto operation");
}

// Returns the digest of a call, or null for the key's own.
const EVP_MD* digestOf(StringArg algorithm) {
  return algorithm.empty() && algorithm.isNullish() ? nullptr : detail::digestFor(algorithm).md.get();
}

Buffer signData(const EVP_MD* digest, const BytesArg& data, const KeyOptions& options) {
  Bytes bytes(data, "data", detail::bytesOrText);
  const KeyObject key = detail::privateKeyOf(options);
  RandomScope random;
  const Scheme scheme = schemeOf(detail::pkeyOf(key), options);
  return bufferOf(DataSigning(scheme, digest, true).sign(bytes.octets()), scheme);
}

bool verifyData(const EVP_MD* digest, const BytesArg& data, const KeyOptions& options, const BytesArg& signature) {
  Bytes bytes(data, "data", detail::bytesOrText), signed_(signature, "signature", detail::bytesOrText);
  const KeyObject key = detail::publicKeyOf(options);
  RandomScope random;
  const Scheme scheme = schemeOf(detail::pkeyOf(key), options);
  return DataSigning(scheme, digest, false).verify(bytes.octets(), given(signed_.octets(), scheme));
}

}  // namespace

SignBaseObject::SignBaseObject(StringArg algorithm) {
  detail::validateString(algorithm, "algorithm");
  detail::Digest* digest = detail::findDigest(algorithm);
  ERR_clear_error();
  if (!digest || digest->isXof) throw codedError<TypeError>("ERR_CRYPTO_INVALID_DIGEST", "Invalid digest");
  state_ = new detail::SignState{digest, digest->begin()};
}

SignBaseObject::~SignBaseObject() { delete state_; }

void SignBaseObject::take(const BytesArg& data, const TextEncoding& encoding) {
  Bytes bytes(data, "data", detail::viewOrText, encoding);
  if (!state_->context) throw codedError("ERR_CRYPTO_INVALID_STATE", "Not initialised");
  if (EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) != 1) detail::throwOpenssl();
}

void SignBaseObject::_write(stream::Chunk chunk, String encoding, stream::Callback callback) {
  take(chunk, TextEncoding(encoding));
  callback();
}

Buffer SignObject::sign(const KeyOptions& options) {
  if (!options.key.given()) throw codedError("ERR_CRYPTO_SIGN_KEY_REQUIRED", "No key provided to sign");
  const KeyObject key = detail::privateKeyOf(options);
  RandomScope random;
  const Scheme scheme = schemeOf(detail::pkeyOf(key), options);
  const Finished finished = finishDigest(*state_);
  refuseKeysWithoutDigest(scheme.key);
  return bufferOf(DigestSigning(scheme, finished.digest->md.get(), true).sign(finished.octets()), scheme);
}

String SignObject::sign(const KeyOptions& options, const TextEncoding& outputEncoding) {
  outputEncoding.required();
  return detail::textOf(detail::octetsOf(sign(options)), outputEncoding);
}

bool VerifyObject::verify(const KeyOptions& options, const BytesArg& signature, const TextEncoding& signatureEncoding) {
  Bytes bytes(signature, "signature", detail::bytesOrText, signatureEncoding);
  const KeyObject key = detail::publicKeyOf(options);
  RandomScope random;
  const Scheme scheme = schemeOf(detail::pkeyOf(key), options);
  const Finished finished = finishDigest(*state_);
  refuseKeysWithoutDigest(scheme.key);
  return DigestSigning(scheme, finished.digest->md.get(), false).verify(finished.octets(), given(bytes.octets(), scheme));
}

Sign createSign(StringArg algorithm) { return make<SignObject>(algorithm); }
Verify createVerify(StringArg algorithm) { return make<VerifyObject>(algorithm); }

Buffer sign(StringArg algorithm, const BytesArg& data, const KeySource& key) { return sign(algorithm, data, KeyOptions{.key = key}); }
Buffer sign(StringArg algorithm, const BytesArg& data, const KeyOptions& key) {
  return signData(digestOf(algorithm), data, key);
}
Buffer sign(std::nullptr_t, const BytesArg& data, const KeySource& key) { return signData(nullptr, data, KeyOptions{.key = key}); }
Buffer sign(std::nullptr_t, const BytesArg& data, const KeyOptions& key) { return signData(nullptr, data, key); }

bool verify(StringArg algorithm, const BytesArg& data, const KeySource& key, const BytesArg& signature) {
  return verify(algorithm, data, KeyOptions{.key = key}, signature);
}
bool verify(StringArg algorithm, const BytesArg& data, const KeyOptions& key, const BytesArg& signature) {
  return verifyData(digestOf(algorithm), data, key, signature);
}
bool verify(std::nullptr_t, const BytesArg& data, const KeySource& key, const BytesArg& signature) {
  return verifyData(nullptr, data, KeyOptions{.key = key}, signature);
}
bool verify(std::nullptr_t, const BytesArg& data, const KeyOptions& key, const BytesArg& signature) {
  return verifyData(nullptr, data, key, signature);
}

}  // namespace nodecpp::crypto
