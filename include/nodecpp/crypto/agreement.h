// Secrets that two sides agree on. Part of nodecpp/crypto.h. https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-ecdh
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/function.h>

namespace nodecpp::crypto {

namespace detail {
struct EcdhState;
}  // namespace detail
class ECDHObject;
using ECDH = Handle<ECDHObject>;

// One side of an agreement by an elliptic curve. Keys and secrets are Buffers, or texts in the encoding that is given.
class ECDHObject final : public Object {
 public:
  // As createECDH.
  explicit ECDHObject(StringArg curveName);
  ~ECDHObject() override;

  // Makes a new pair of keys and returns the public key, in the format "uncompressed", "compressed" or "hybrid". Throws
  // ERR_CRYPTO_ECDH_INVALID_FORMAT.
  Buffer generateKeys();
  String generateKeys(const TextEncoding& encoding, StringArg format = "uncompressed");
  // Returns the secret that this side has with the side of this public key. Throws ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY.
  Buffer computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding = {});
  String computeSecret(const BytesArg& otherPublicKey, const TextEncoding& inputEncoding, const TextEncoding& outputEncoding);
  // Return the keys. Throw ERR_CRYPTO_OPERATION_FAILED when there are none yet.
  Buffer getPrivateKey() const;
  String getPrivateKey(const TextEncoding& encoding) const;
  Buffer getPublicKey() const;
  String getPublicKey(const TextEncoding& encoding, StringArg format = "uncompressed") const;
  // Sets the public key alone. Deprecated in Node.
  void setPublicKey(const BytesArg& publicKey, const TextEncoding& encoding = {});
  // Sets the private key, and the public one that belongs to it. Throws ERR_CRYPTO_INVALID_KEYTYPE.
  void setPrivateKey(const BytesArg& privateKey, const TextEncoding& encoding = {});

  // Returns a public key in another format. Throws ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_OPERATION_FAILED for bytes that are no
  // point of the curve, and ERR_CRYPTO_ECDH_INVALID_FORMAT.
  static Buffer convertKey(const BytesArg& key, StringArg curve, const TextEncoding& inputEncoding = {});
  static String convertKey(const BytesArg& key, StringArg curve, const TextEncoding& inputEncoding, const TextEncoding& outputEncoding,
                           StringArg format = "uncompressed");

 private:
  detail::EcdhState* state_;
};

// Returns a new object. `curveName` is one of getCurves(). Throws ERR_CRYPTO_INVALID_CURVE.
ECDH createECDH(StringArg curveName);

struct DiffieHellmanKeys {
  KeySource privateKey{};
  KeySource publicKey{};
};
// Returns the secret that the owners of these keys have in common: keys of the types "ec", "x25519", "x448" and "dh". Throws
// ERR_INVALID_ARG_VALUE, ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE, ERR_CRYPTO_INCOMPATIBLE_KEY and OpenSSL's errors. With a callback
// it computes on the pool.
Buffer diffieHellman(const DiffieHellmanKeys& options);
void diffieHellman(const DiffieHellmanKeys& options, Function<void(Error, Buffer)> callback);

}  // namespace nodecpp::crypto
