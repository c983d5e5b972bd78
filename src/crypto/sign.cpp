// Signatures.
#include <nodecpp/crypto/sign.h>

#include <openssl/err.h>

#include <utility>

#include "crypto/job.h"
#include "crypto/secret.h"
#include "crypto/signing.h"

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

using detail::RandomScope;
using detail::Scheme;
using detail::Signing;

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
  const Scheme scheme = detail::schemeOf(detail::pkeyOf(key), options);
  return detail::copied(Signing(scheme, digest, true, Signing::Of::data).sign(bytes.octets()));
}

bool verifyData(const EVP_MD* digest, const BytesArg& data, const KeyOptions& options, const BytesArg& signature) {
  Bytes bytes(data, "data", detail::bytesOrText), signed_(signature, "signature", detail::bytesOrText);
  const KeyObject key = detail::publicKeyOf(options);
  RandomScope random;
  const Scheme scheme = detail::schemeOf(detail::pkeyOf(key), options);
  return Signing(scheme, digest, false, Signing::Of::data).verify(bytes.octets(), signed_.octets());
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
  const Scheme scheme = detail::schemeOf(detail::pkeyOf(key), options);
  const Finished finished = finishDigest(*state_);
  refuseKeysWithoutDigest(scheme.key);
  return detail::copied(Signing(scheme, finished.digest->md.get(), true, Signing::Of::digest).sign(finished.octets()));
}

String SignObject::sign(const KeyOptions& options, const TextEncoding& outputEncoding) {
  outputEncoding.required();
  return detail::textOf(detail::octetsOf(sign(options)), outputEncoding);
}

bool VerifyObject::verify(const KeyOptions& options, const BytesArg& signature, const TextEncoding& signatureEncoding) {
  Bytes bytes(signature, "signature", detail::bytesOrText, signatureEncoding);
  const KeyObject key = detail::publicKeyOf(options);
  RandomScope random;
  const Scheme scheme = detail::schemeOf(detail::pkeyOf(key), options);
  const Finished finished = finishDigest(*state_);
  refuseKeysWithoutDigest(scheme.key);
  return Signing(scheme, finished.digest->md.get(), false, Signing::Of::digest).verify(finished.octets(), bytes.octets());
}

namespace {

detail::SignWork workOf(StringArg algorithm, const BytesArg& data, const KeyOptions& options, const BytesArg* signature) {
  detail::SignWork work;
  if (digestOf(algorithm)) work.digest = detail::digestFor(algorithm).share();
  Bytes bytes(data, "data", detail::bytesOrText);
  if (signature) work.signature.emplace(Bytes(*signature, "signature", detail::bytesOrText).octets());
  const KeyObject key = signature ? detail::publicKeyOf(options) : detail::privateKeyOf(options);
  work.key = detail::shared(detail::pkeyOf(key));
  work.scheme = detail::schemeOf(work.key.get(), options);
  work.data = detail::Secret(bytes.octets());
  return work;
}

void throwFailure(const detail::SignWork::Outcome& outcome) {
  if (!outcome.error.empty()) throw Error(String::copyOf(outcome.error.data(), outcome.error.size()));
}

}  // namespace

void sign(StringArg algorithm, const BytesArg& data, const KeyOptions& key, Function<void(Error, Buffer)> callback) {
  detail::validateCallback(callback);
  detail::computeFor(workOf(algorithm, data, key, nullptr), [](const detail::SignWork::Outcome& outcome) {
    throwFailure(outcome);
    return detail::copied(outcome.signature);
  }, std::move(callback));
}

void verify(StringArg algorithm, const BytesArg& data, const KeyOptions& key, const BytesArg& signature,
            Function<void(Error, bool)> callback) {
  detail::validateCallback(callback);
  detail::computeFor(workOf(algorithm, data, key, &signature), [](const detail::SignWork::Outcome& outcome) {
    throwFailure(outcome);
    return outcome.isGood;
  }, std::move(callback));
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
