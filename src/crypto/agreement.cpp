// ECDH and diffieHellman.
#include <nodecpp/crypto/agreement.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/objects.h>

#include <climits>
#include <string>
#include <utility>

#include "crypto/agreement.h"
#include "crypto/asymmetric.h"
#include "crypto/job.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;

namespace {

using Group = detail::Owned<EC_GROUP, EC_GROUP_free>;
using Point = detail::Owned<EC_POINT, EC_POINT_free>;
using SecretNumber = detail::Owned<BIGNUM, BN_clear_free>;

Group groupOf(const StringArg& curve, const char* name) {
  detail::validateString(curve, name);
  const std::string text(curve.data(), curve.size());
  const int nid = text.find('\0') == text.npos ? OBJ_sn2nid(text.c_str()) : NID_undef;
  Group group(nid == NID_undef ? nullptr : EC_GROUP_new_by_curve_name(nid));
  ERR_clear_error();
  if (!group) throw codedError<TypeError>("ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
  return group;
}

point_conversion_form_t formOf(StringArg format) {
  if (format == StringArg("uncompressed") || format.empty()) return POINT_CONVERSION_UNCOMPRESSED;
  if (format == StringArg("compressed")) return POINT_CONVERSION_COMPRESSED;
  if (format == StringArg("hybrid")) return POINT_CONVERSION_HYBRID;
  throw codedError<TypeError>("ERR_CRYPTO_ECDH_INVALID_FORMAT", "Invalid ECDH format: " + format.toString());
}

// Returns the point of these bytes, or null when they are no point of the curve.
Point pointOf(const EC_GROUP* group, detail::Octets bytes) {
  Point point(EC_POINT_new(group));
  const bool isPoint = point && !bytes.empty() && EC_POINT_oct2point(group, point.get(), bytes.data(), bytes.size(), nullptr) == 1;
  ERR_clear_error();
  return isPoint ? std::move(point) : nullptr;
}

Buffer bytesOf(const EC_GROUP* group, const EC_POINT* point, StringArg format) {
  const auto form = formOf(format);
  const std::size_t size = EC_POINT_point2oct(group, point, form, nullptr, 0, nullptr);
  Buffer bytes = Buffer::allocUnsafeSlow(double(size));
  if (size == 0 || EC_POINT_point2oct(group, point, form, detail::writable(bytes), size, nullptr) != size) detail::throwOpenssl();
  return bytes;
}

Error failed(StringArg message) { return codedError("ERR_CRYPTO_OPERATION_FAILED", message); }

}  // namespace

namespace detail {

struct EcdhState {
  Group group;
  SecretNumber privateKey{};
  Point publicKey{};

  // Sets both keys. Returns whether `number` is a private key of the curve.
  bool set(SecretNumber number) {
    const BIGNUM* order = EC_GROUP_get0_order(group.get());
    if (!number || BN_is_zero(number.get()) || BN_is_negative(number.get()) || BN_cmp(number.get(), order) >= 0) return false;
    BN_set_flags(number.get(), BN_FLG_CONSTTIME);
    Point point(EC_POINT_new(group.get()));
    if (!point || EC_POINT_mul(group.get(), point.get(), number.get(), nullptr, nullptr, nullptr) != 1) throwOpenssl();
    privateKey = std::move(number);
    publicKey = std::move(point);
    return true;
  }
};

}  // namespace detail

ECDHObject::ECDHObject(StringArg curveName) : state_(new detail::EcdhState{groupOf(curveName, "curve")}) {}

ECDHObject::~ECDHObject() { delete state_; }

Buffer ECDHObject::generateKeys() {
  detail::RandomScope random;
  const BIGNUM* order = EC_GROUP_get0_order(state_->group.get());
  for (;;) {
    SecretNumber number(BN_new());
    if (!number || BN_priv_rand_range(number.get(), order) != 1) detail::throwOpenssl("Failed to generate key");
    if (state_->set(std::move(number))) return getPublicKey();
  }
}

String ECDHObject::generateKeys(const TextEncoding& encoding, StringArg format) {
  encoding.required();
  formOf(format);
  generateKeys();
  return getPublicKey(encoding, format);
}

Buffer ECDHObject::computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding) {
  detail::Bytes bytes(otherPublicKey, "key", detail::bytesOrText, inputEncoding);
  const EC_GROUP* group = state_->group.get();
  const Point other = pointOf(group, bytes.octets());
  // As in Node, this is also the error of a side that has no key yet.
  if (!other || EC_POINT_is_at_infinity(group, other.get()) || !state_->privateKey)
    throw codedError("ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY", "Public key is not valid for specified curve");
  detail::RandomScope random;
  const Point shared(EC_POINT_new(group));
  const SecretNumber x(BN_new());
  const int size = (EC_GROUP_get_degree(group) + 7) / 8;
  Buffer secret = Buffer::allocUnsafeSlow(size);
  if (!shared || !x || EC_POINT_mul(group, shared.get(), nullptr, other.get(), state_->privateKey.get(), nullptr) != 1 ||
      EC_POINT_get_affine_coordinates(group, shared.get(), x.get(), nullptr, nullptr) != 1 ||
      BN_bn2binpad(x.get(), detail::writable(secret), size) != size) {
    ERR_clear_error();
    throw failed("Failed to compute ECDH key");
  }
  return secret;
}

String ECDHObject::computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding, const TextEncoding& outputEncoding) {
  outputEncoding.required();
  return detail::textOf(detail::octetsOf(computeSecret(otherPublicKey, inputEncoding)), outputEncoding);
}

Buffer ECDHObject::getPrivateKey() const {
  if (!state_->privateKey) throw failed("Failed to get ECDH private key");
  Buffer bytes = Buffer::allocUnsafeSlow(BN_num_bytes(state_->privateKey.get()));
  BN_bn2bin(state_->privateKey.get(), detail::writable(bytes));
  return bytes;
}

String ECDHObject::getPrivateKey(const TextEncoding& encoding) const {
  return detail::textOf(detail::octetsOf(getPrivateKey()), encoding);
}

Buffer ECDHObject::getPublicKey() const {
  if (!state_->publicKey) throw failed("Failed to get ECDH public key");
  return bytesOf(state_->group.get(), state_->publicKey.get(), "uncompressed");
}

String ECDHObject::getPublicKey(const TextEncoding& encoding, StringArg format) const {
  formOf(format);
  if (!state_->publicKey) throw failed("Failed to get ECDH public key");
  return detail::textOf(detail::octetsOf(bytesOf(state_->group.get(), state_->publicKey.get(), format)), encoding);
}

void ECDHObject::setPublicKey(const BytesArg& publicKey, const TextEncoding& encoding) {
  detail::Bytes bytes(publicKey, "key", detail::bytesOrText, encoding);
  Point point = pointOf(state_->group.get(), bytes.octets());
  if (!point) throw failed("Failed to convert Buffer to EC_POINT");
  state_->publicKey = std::move(point);
}

void ECDHObject::setPrivateKey(const BytesArg& privateKey, const TextEncoding& encoding) {
  detail::Bytes bytes(privateKey, "key", detail::bytesOrText, encoding);
  detail::RandomScope random;
  if (bytes.size() > INT_MAX || !state_->set(SecretNumber(BN_bin2bn(bytes.data(), int(bytes.size()), nullptr))))
    throw codedError<RangeError>("ERR_CRYPTO_INVALID_KEYTYPE", "Private key is not valid for specified curve.");
}

namespace {

Buffer converted(const BytesArg& key, StringArg curve, const TextEncoding& inputEncoding, StringArg format) {
  detail::Bytes bytes(key, "key", detail::bytesOrText, inputEncoding);
  detail::validateString(curve, "curve");
  formOf(format);
  const Group group = groupOf(curve, "curve");
  const Point point = pointOf(group.get(), bytes.octets());
  if (!point) throw failed("Failed to convert Buffer to EC_POINT");
  return bytesOf(group.get(), point.get(), format);
}

}  // namespace

Buffer ECDHObject::convertKey(const BytesArg& key, StringArg curve, const TextEncoding& inputEncoding) {
  return converted(key, curve, inputEncoding, "uncompressed");
}

String ECDHObject::convertKey(const BytesArg& key, StringArg curve, const TextEncoding& inputEncoding,
                              const TextEncoding& outputEncoding, StringArg format) {
  return detail::textOf(detail::octetsOf(converted(key, curve, inputEncoding, format)), outputEncoding);
}

ECDH createECDH(StringArg curveName) { return make<ECDHObject>(curveName); }

namespace detail {

Agreement::Outcome Agreement::operator()() const {
  RandomScope random(seed);
  ERR_clear_error();
  Outcome outcome;
  PkeyContext context(EVP_PKEY_CTX_new(privateKey.get(), nullptr));
  std::size_t size = 0;
  bool well = context && EVP_PKEY_derive_init(context.get()) > 0 && EVP_PKEY_derive_set_peer(context.get(), publicKey.get()) > 0 &&
              EVP_PKEY_derive(context.get(), nullptr, &size) > 0;
  outcome.secret.bytes.resize(size);
  well = well && EVP_PKEY_derive(context.get(), reinterpret_cast<unsigned char*>(outcome.secret.bytes.data()), &size) > 0;
  outcome.secret.bytes.resize(well ? size : 0);
  if (!well) outcome.failure = os::openssl::takeFailure("diffieHellman failed");
  return outcome;
}

}  // namespace detail

namespace {

detail::Agreement agreementOf(const DiffieHellmanKeys& options) {
  if (!options.privateKey.given()) throw nodecpp::detail::invalidArgValue("options.privateKey", "undefined");
  if (!options.publicKey.given()) throw nodecpp::detail::invalidArgValue("options.publicKey", "undefined");
  const KeyObject publicKey = detail::publicKeyOf({.key = options.publicKey});
  const KeyObject privateKey = detail::privateKeyOf({.key = options.privateKey});
  const String mine = privateKey->asymmetricKeyType(), theirs = publicKey->asymmetricKeyType();
  // As in Node, OpenSSL judges keys that were given as texts.
  if (options.privateKey.object() && options.publicKey.object() &&
      (mine != theirs || (mine != "ec" && mine != "x25519" && mine != "x448" && mine != "dh")))
    throw codedError("ERR_CRYPTO_INCOMPATIBLE_KEY", "Incompatible key types for Diffie-Hellman: " + mine + " and " + theirs);
  return {detail::shared(detail::pkeyOf(privateKey)), detail::shared(detail::pkeyOf(publicKey)), detail::RandomSeed::draw()};
}

Buffer secretOf(const detail::Agreement::Outcome& outcome) {
  if (outcome.failure) throw detail::errorOf(outcome.failure);
  return Buffer::copyOf(outcome.secret.bytes.data(), outcome.secret.bytes.size());
}

}  // namespace

Buffer diffieHellman(const DiffieHellmanKeys& options) { return secretOf(agreementOf(options)()); }

void diffieHellman(const DiffieHellmanKeys& options, Function<void(Error, Buffer)> callback) {
  detail::validateCallback(callback);
  detail::computeFor(agreementOf(options), [](const detail::Agreement::Outcome& outcome) {
    // As in Node, the error of a callback has the message alone.
    if (outcome.failure) throw Error(String::copyOf(outcome.failure.message.data(), outcome.failure.message.size()));
    return secretOf(outcome);
  }, std::move(callback));
}

}  // namespace nodecpp::crypto
