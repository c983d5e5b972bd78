// Signatures, and encryption with a pair of keys. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-sign
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/stream.h>

namespace nodecpp::crypto {

namespace detail {
struct SignState;
}  // namespace detail
class SignObject;
class VerifyObject;
using Sign = Handle<SignObject>;
using Verify = Handle<VerifyObject>;

// What both have: data come by update(), or are written to the object as to a stream.
class SignBaseObject : public stream::WritableObject {
 public:
  ~SignBaseObject() override;
  // The state of the stream tells nothing about the signature.
  template <class I>
  void inspectTo(I&) const {}

 protected:
  explicit SignBaseObject(StringArg algorithm);
  void _write(stream::Chunk chunk, String encoding, stream::Callback callback) override;
  void take(const BytesArg& data, const TextEncoding& encoding);

  detail::SignState* state_;
};

class SignObject final : public SignBaseObject {
 public:
  explicit SignObject(StringArg algorithm) : SignBaseObject(algorithm) {}
  // Adds data. Returns this object. Throws ERR_CRYPTO_INVALID_STATE after sign().
  Sign update(const BytesArg& data, const TextEncoding& inputEncoding = {}) {
    take(data, inputEncoding);
    return Sign(this);
  }
  // Returns the signature as a Buffer, or as a text. The object cannot be used afterwards. Throws the errors of
  // createPrivateKey, ERR_CRYPTO_UNSUPPORTED_OPERATION for keys of Ed25519 and Ed448, and OpenSSL's errors.
  Buffer sign(const KeySource& privateKey) { return sign(KeyOptions{.key = privateKey}); }
  Buffer sign(const KeyOptions& privateKey);
  String sign(const KeySource& privateKey, const TextEncoding& outputEncoding) { return sign(KeyOptions{.key = privateKey}, outputEncoding); }
  String sign(const KeyOptions& privateKey, const TextEncoding& outputEncoding);
  // With what export_() or generateKeyPair() has returned.
  template <std::same_as<stream::Chunk> T, class... More>
  auto sign(const T& privateKey, const More&... more) {
    return sign(KeySource(privateKey), more...);
  }

  const char* className() const override { return "Sign"; }
};

class VerifyObject final : public SignBaseObject {
 public:
  explicit VerifyObject(StringArg algorithm) : SignBaseObject(algorithm) {}
  Verify update(const BytesArg& data, const TextEncoding& inputEncoding = {}) {
    take(data, inputEncoding);
    return Verify(this);
  }
  // Returns whether `signature` is one of the data with this key. Throws as sign().
  bool verify(const KeySource& key, const BytesArg& signature, const TextEncoding& signatureEncoding = {}) {
    return verify(KeyOptions{.key = key}, signature, signatureEncoding);
  }
  bool verify(const KeyOptions& key, const BytesArg& signature, const TextEncoding& signatureEncoding = {});
  template <std::same_as<stream::Chunk> T, class... More>
  bool verify(const T& key, const BytesArg& signature, const More&... more) {
    return verify(KeySource(key), signature, more...);
  }

  const char* className() const override { return "Verify"; }
};

// Return a new object. Throw ERR_CRYPTO_INVALID_DIGEST.
Sign createSign(StringArg algorithm);
Verify createVerify(StringArg algorithm);

// Returns the signature of `data`. `algorithm` is a digest, or nullptr or an undefined String for the key's own, as with Ed25519. Throws as Sign, and
// ERR_CRYPTO_INVALID_DIGEST.
Buffer sign(StringArg algorithm, const BytesArg& data, const KeySource& key);
Buffer sign(StringArg algorithm, const BytesArg& data, const KeyOptions& key);
Buffer sign(std::nullptr_t, const BytesArg& data, const KeySource& key);
Buffer sign(std::nullptr_t, const BytesArg& data, const KeyOptions& key);
// Returns whether `signature` is one of `data`.
bool verify(StringArg algorithm, const BytesArg& data, const KeySource& key, const BytesArg& signature);
bool verify(StringArg algorithm, const BytesArg& data, const KeyOptions& key, const BytesArg& signature);
bool verify(std::nullptr_t, const BytesArg& data, const KeySource& key, const BytesArg& signature);
bool verify(std::nullptr_t, const BytesArg& data, const KeyOptions& key, const BytesArg& signature);
// The same on the pool: they give the signature and the answer to `callback`.
void sign(StringArg algorithm, const BytesArg& data, const KeyOptions& key, Function<void(Error, Buffer)> callback);
void verify(StringArg algorithm, const BytesArg& data, const KeyOptions& key, const BytesArg& signature,
            Function<void(Error, bool)> callback);
inline void sign(std::nullptr_t, const BytesArg& data, const KeyOptions& key, Function<void(Error, Buffer)> callback) {
  sign(String(undefined), data, key, std::move(callback));
}
inline void sign(std::nullptr_t, const BytesArg& data, const KeySource& key, Function<void(Error, Buffer)> callback) {
  sign(nullptr, data, KeyOptions{.key = key}, std::move(callback));
}
inline void verify(std::nullptr_t, const BytesArg& data, const KeyOptions& key, const BytesArg& signature,
                   Function<void(Error, bool)> callback) {
  verify(String(undefined), data, key, signature, std::move(callback));
}
inline void verify(std::nullptr_t, const BytesArg& data, const KeySource& key, const BytesArg& signature,
                   Function<void(Error, bool)> callback) {
  verify(nullptr, data, KeyOptions{.key = key}, signature, std::move(callback));
}
inline void sign(StringArg algorithm, const BytesArg& data, const KeySource& key, Function<void(Error, Buffer)> callback) {
  sign(algorithm, data, KeyOptions{.key = key}, std::move(callback));
}
inline void verify(StringArg algorithm, const BytesArg& data, const KeySource& key, const BytesArg& signature,
                   Function<void(Error, bool)> callback) {
  verify(algorithm, data, KeyOptions{.key = key}, signature, std::move(callback));
}

// Encrypt and decrypt with RSA; the padding is OAEP, or PKCS #1's for privateEncrypt and publicDecrypt. They return the bytes.
// They throw the errors of createPrivateKey and createPublicKey, and OpenSSL's. privateDecrypt with RSA_PKCS1_PADDING throws
// ERR_INVALID_ARG_VALUE where OpenSSL has no defence against Bleichenbacher's attack.
Buffer publicEncrypt(const KeySource& key, const BytesArg& buffer);
Buffer publicEncrypt(const KeyOptions& key, const BytesArg& buffer);
Buffer privateDecrypt(const KeySource& key, const BytesArg& buffer);
Buffer privateDecrypt(const KeyOptions& key, const BytesArg& buffer);
Buffer privateEncrypt(const KeySource& key, const BytesArg& buffer);
Buffer privateEncrypt(const KeyOptions& key, const BytesArg& buffer);
Buffer publicDecrypt(const KeySource& key, const BytesArg& buffer);
Buffer publicDecrypt(const KeyOptions& key, const BytesArg& buffer);

// The same with a key that export_() or generateKeyPair() has returned.
template <class A, std::same_as<stream::Chunk> T, class... More>
auto sign(const A& algorithm, const BytesArg& data, const T& key, More... more) {
  return sign(algorithm, data, KeySource(key), std::move(more)...);
}
template <class A, std::same_as<stream::Chunk> T, class... More>
auto verify(const A& algorithm, const BytesArg& data, const T& key, const BytesArg& signature, More... more) {
  return verify(algorithm, data, KeySource(key), signature, std::move(more)...);
}
template <std::same_as<stream::Chunk> T>
Buffer publicEncrypt(const T& key, const BytesArg& buffer) {
  return publicEncrypt(KeySource(key), buffer);
}
template <std::same_as<stream::Chunk> T>
Buffer privateDecrypt(const T& key, const BytesArg& buffer) {
  return privateDecrypt(KeySource(key), buffer);
}
template <std::same_as<stream::Chunk> T>
Buffer privateEncrypt(const T& key, const BytesArg& buffer) {
  return privateEncrypt(KeySource(key), buffer);
}
template <std::same_as<stream::Chunk> T>
Buffer publicDecrypt(const T& key, const BytesArg& buffer) {
  return publicDecrypt(KeySource(key), buffer);
}

}  // namespace nodecpp::crypto
