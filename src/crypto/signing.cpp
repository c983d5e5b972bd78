// Signatures of data and of digests, by any key.
#include "crypto/signing.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/rsa.h>

#include <utility>

#include "base/errors/validate.h"

namespace nodecpp::crypto::detail {

namespace {

using EcdsaSignature = Owned<ECDSA_SIG, ECDSA_SIG_free>;

// Returns how many bytes the order of a DSA key has.
int orderBytes(const EVP_PKEY* key) {
  BIGNUM* order = nullptr;
  if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_FFC_Q, &order) != 1) throwOpenssl();
  const int size = BN_num_bytes(order);
  BN_free(order);
  return size;
}

bool apply(EVP_PKEY_CTX* context, const Scheme& scheme) {
  if (scheme.padding == 0) return true;
  if (EVP_PKEY_CTX_set_rsa_padding(context, scheme.padding) <= 0) return false;
  return scheme.padding != RSA_PKCS1_PSS_PADDING || !scheme.hasSalt ||
         EVP_PKEY_CTX_set_rsa_pss_saltlen(context, scheme.saltLength) > 0;
}

// Converts a signature in DER to the two numbers one behind the other.
Signature toParts(const Signature& der, int partBytes) {
  const unsigned char* at = der.data();
  EcdsaSignature read(d2i_ECDSA_SIG(nullptr, &at, long(der.size())));
  Signature parts(2 * std::size_t(partBytes));
  if (!read || BN_bn2binpad(ECDSA_SIG_get0_r(read.get()), parts.data(), partBytes) < 0 ||
      BN_bn2binpad(ECDSA_SIG_get0_s(read.get()), parts.data() + partBytes, partBytes) < 0)
    throwOpenssl("Malformed signature");
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
    throwOpenssl("Malformed signature");
  }
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(made.get(), &der);
  if (size <= 0) throwOpenssl("Malformed signature");
  Signature signature(der, der + size);
  OPENSSL_free(der);
  return signature;
}

}  // namespace

Scheme schemeOf(EVP_PKEY* key, const KeyOptions& options) {
  Scheme scheme{key};
  const int id = EVP_PKEY_get_base_id(key);
  if (!options.dsaEncoding.empty() && options.dsaEncoding != "der" && options.dsaEncoding != "ieee-p1363")
    throw nodecpp::detail::invalidArgValue("options.dsaEncoding", nodecpp::detail::inspectString(options.dsaEncoding));
  if (options.padding.given) validateInt32(options.padding.value, "options.padding", -2147483648.0);
  if (options.saltLength.given) validateInt32(options.saltLength.value, "options.saltLength", -2147483648.0);
  if (isRsa(key)) {
    scheme.padding = options.padding.given ? int(options.padding.value)
                     : id == EVP_PKEY_RSA  ? RSA_PKCS1_PADDING
                                           : RSA_PKCS1_PSS_PADDING;
    scheme.hasSalt = options.saltLength.given;
    scheme.saltLength = int(options.saltLength.value);
  }
  // The order of a curve has as many bits as the key; that of DSA is a parameter.
  if (options.dsaEncoding == "ieee-p1363" && id == EVP_PKEY_EC) scheme.partBytes = (EVP_PKEY_get_bits(key) + 7) / 8;
  if (options.dsaEncoding == "ieee-p1363" && id == EVP_PKEY_DSA) scheme.partBytes = orderBytes(key);
  return scheme;
}

Signing::Signing(const Scheme& scheme, const EVP_MD* digest, bool signs, Of of) : scheme_(scheme) {
  ERR_clear_error();
  if (of == Of::digest) {
    ofDigest_.reset(EVP_PKEY_CTX_new(scheme.key, nullptr));
    if (!ofDigest_ || (signs ? EVP_PKEY_sign_init(ofDigest_.get()) : EVP_PKEY_verify_init(ofDigest_.get())) <= 0 ||
        !apply(ofDigest_.get(), scheme) || EVP_PKEY_CTX_set_signature_md(ofDigest_.get(), digest) <= 0)
      throwOpenssl("PEM_read_bio_PrivateKey failed");
    return;
  }
  EVP_PKEY_CTX* inner = nullptr;
  ofData_.reset(EVP_MD_CTX_new());
  auto* begin = signs ? EVP_DigestSignInit : EVP_DigestVerifyInit;
  if (!ofData_ || begin(ofData_.get(), &inner, digest, nullptr, scheme.key) <= 0 || !apply(inner, scheme)) throwOpenssl();
}

Signature Signing::sign(Octets data) {
  auto compute = [&](unsigned char* to, std::size_t* size) {
    const int done = ofDigest_ ? EVP_PKEY_sign(ofDigest_.get(), to, size, data.data(), data.size())
                               : EVP_DigestSign(ofData_.get(), to, size, data.data(), data.size());
    if (done <= 0) throwOpenssl();
  };
  std::size_t size = 0;
  compute(nullptr, &size);
  Signature signature(size);
  compute(signature.data(), &size);
  signature.resize(size);
  return scheme_.partBytes ? toParts(signature, scheme_.partBytes) : signature;
}

bool Signing::verify(Octets data, Octets given) {
  const Signature signature = scheme_.partBytes ? toDer(given, scheme_.partBytes) : Signature(given.begin(), given.end());
  const int answer = ofDigest_ ? EVP_PKEY_verify(ofDigest_.get(), signature.data(), signature.size(), data.data(), data.size())
                               : EVP_DigestVerify(ofData_.get(), signature.data(), signature.size(), data.data(), data.size());
  ERR_clear_error();
  return answer == 1;
}

SignWork::Outcome SignWork::operator()() const {
  RandomScope random(seed);
  Outcome outcome;
  try {
    Signing signing(scheme, digest.get(), !signature, Signing::Of::data);
    if (signature)
      outcome.isGood = signing.verify({data.data(), data.size()}, {signature->data(), signature->size()});
    else
      outcome.signature = signing.sign({data.data(), data.size()});
  } catch (const Error& error) {
    outcome.error.assign(error->message.data(), error->message.size());
  }
  return outcome;
}

}  // namespace nodecpp::crypto::detail
