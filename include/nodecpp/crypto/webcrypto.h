// The Web Crypto API: crypto.subtle, and CryptoKey. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/webcrypto.html
//
//   auto key = co_await crypto::subtle::generateKey({.name = "AES-GCM", .length = 256}, true, {"encrypt", "decrypt"});
//   auto sealed = co_await crypto::subtle::encrypt({.name = "AES-GCM", .iv = iv}, key, data);
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/crypto/random.h>
#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

#include <utility>

namespace nodecpp {
class var;
}  // namespace nodecpp

namespace nodecpp::crypto {

// Bytes as a parameter or as a field: a Buffer, a typed array, a DataView, an ArrayBuffer, or a var with one of them. A text is
// refused, as in JavaScript.
class BufferSource {
 public:
  BufferSource() noexcept = default;
  BufferSource(Undefined) noexcept {}
  template <class T>
    requires std::constructible_from<BytesArg, const T&> && (!nodecpp::detail::StringLike<const T&>) && (!nodecpp::detail::Arithmetic<T>) &&
             (!std::same_as<T, Undefined>)
  BufferSource(const T& bytes) {
    const BytesArg argument(bytes);
    given_ = argument.kind() == BytesArg::Kind::bytes || argument.kind() == BytesArg::Kind::arrayBuffer;
    if (given_) bytes_ = argument.buffer();
  }

  bool given() const noexcept { return given_; }
  const Buffer& bytes() const noexcept [[clang::lifetimebound]] { return bytes_; }

 private:
  Buffer bytes_;
  bool given_ = false;
};

// An algorithm with its parameters, of which each algorithm has some. A hash is given by its name. Where a function takes an
// algorithm without parameters, the name alone may be given.
struct Algorithm {
  String name{};
  BufferSource iv{};
  BufferSource additionalData{};
  stream::OptionalNumber tagLength{};  // bits
  BufferSource counter{};
  BufferSource salt{};
  BufferSource info{};
  stream::OptionalNumber iterations{};
  stream::OptionalNumber modulusLength{};  // bits
  BufferSource publicExponent{};
  String hash{};
  String namedCurve{};
  stream::OptionalNumber length{};      // bits
  stream::OptionalNumber saltLength{};  // bytes
  BufferSource label{};
  BufferSource context{};
  CryptoKey public_{};
};

struct HashAlgorithm {
  String name{};
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("name", name);
  }
};

// What a CryptoKey is made for. It converts to an Algorithm, which makes another key of the same kind.
struct KeyAlgorithm {
  String name{};
  stream::OptionalNumber length{};
  stream::OptionalNumber modulusLength{};
  Buffer publicExponent{};
  HashAlgorithm hash{};
  String namedCurve{};

  operator Algorithm() const;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("name", name);
    if (length.given) out.property("length", length.value);
    if (modulusLength.given) out.property("modulusLength", modulusLength.value).property("publicExponent", publicExponent);
    if (!hash.name.empty()) out.property("hash", hash);
    if (!namedCurve.empty()) out.property("namedCurve", namedCurve);
  }
};

// A key with what it may be used for. Its members are calls, since they are getters in Node.
class CryptoKeyObject final : public Object {
 public:
  // For the runtime.
  CryptoKeyObject(const KeyObject& key, const KeyAlgorithm& algorithm, unsigned usages, bool extractable)
      : key_(key), algorithm_(algorithm), usages_(usages), extractable_(extractable) {}

  // Returns "secret", "public" or "private".
  String type() const { return key_->type(); }
  // Whether the key can be exported.
  bool extractable() const noexcept { return extractable_; }
  const KeyAlgorithm& algorithm() const noexcept [[clang::lifetimebound]] { return algorithm_; }
  // Returns what the key may be used for: "encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey" and
  // "unwrapKey".
  Array<String> usages() const;

  const char* className() const { return "CryptoKey"; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("CryptoKey").property("type", type()).property("extractable", extractable_);
    out.property("algorithm", algorithm_).property("usages", usages());
  }

  // For the runtime: the key, and a bit for each usage.
  const KeyObject& key() const noexcept [[clang::lifetimebound]] { return key_; }
  unsigned usagesMask() const noexcept { return usages_; }

 private:
  KeyObject key_;
  KeyAlgorithm algorithm_;
  unsigned usages_;
  bool extractable_;
};

struct CryptoKeyPair {
  CryptoKey publicKey;
  CryptoKey privateKey;
};
NODECPP_FIELDS_WHEN_USED(CryptoKeyPair, publicKey, privateKey)

// What generateKey() makes: a secret key, which it then is, or a pair of keys.
class GeneratedKey : public CryptoKey {
 public:
  GeneratedKey() = default;
  explicit GeneratedKey(const CryptoKey& secret) : CryptoKey(secret) {}
  explicit GeneratedKey(const CryptoKeyPair& pair) : publicKey(pair.publicKey), privateKey(pair.privateKey) {}
  operator CryptoKeyPair() const { return {publicKey, privateKey}; }

  CryptoKey publicKey;
  CryptoKey privateKey;

  template <std::size_t I>
  CryptoKey get() const {
    if constexpr (I == 0)
      return publicKey;
    else
      return privateKey;
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (publicKey)
      out.property("publicKey", publicKey).property("privateKey", privateKey);
    else
      out.value(static_cast<const CryptoKey&>(*this));
  }
};

// A key that was exported: an ArrayBuffer, or with the format "jwk" a var, to which it converts then.
class ExportedKey : public ArrayBuffer {
 public:
  ExportedKey() = default;
  explicit ExportedKey(const stream::Chunk& jwk) : jwk_(jwk), isJwk_(true) {}
  explicit ExportedKey(const ArrayBuffer& bytes) : ArrayBuffer(bytes) {}

  template <std::same_as<var> T>
  operator T() const {
    if (!isJwk_) return T(static_cast<const ArrayBuffer&>(*this));
    const T jwk = jwk_;
    return jwk;
  }
  // A member of the JSON Web Key: `jwk["kty"]`. Undefined when the key is no JSON Web Key.
  template <class K, class V = var>
  V operator[](const K& name) const {
    const V key = *this;
    return isJwk_ ? V(key[name]) : V();
  }
  // For the runtime: the JSON Web Key, if it is one.
  bool isJwk() const noexcept { return isJwk_; }
  const stream::Chunk& jwk() const noexcept [[clang::lifetimebound]] { return jwk_; }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isJwk_)
      jwk_.inspectTo(out);
    else
      out.value(static_cast<const ArrayBuffer&>(*this));
  }

 private:
  // Hides that an ArrayBuffer can stand in a var as it is, so that the operator above is the one way to a var.
  using NodecppBoxed = void;

  stream::Chunk jwk_;
  bool isJwk_ = false;
};

// A key that is imported: bytes, or a var with a JSON Web Key.
class KeyData {
 public:
  template <class T>
    requires std::constructible_from<BufferSource, const T&>
  KeyData(const T& data) {
    if constexpr (nodecpp::detail::DerivedFrom<T, ExportedKey>) {
      if (data.isJwk()) {
        jwk_ = data.jwk();
        return;
      }
    } else if constexpr (nodecpp::detail::AnyValue<T>) {
      if (data.isObject() && !data.isBuffer()) {
        jwk_ = stream::Chunk(data);
        return;
      }
    }
    bytes_ = BufferSource(data);
  }

  const BufferSource& bytes() const noexcept [[clang::lifetimebound]] { return bytes_; }
  const stream::Chunk& jwk() const noexcept [[clang::lifetimebound]] { return jwk_; }

 private:
  BufferSource bytes_;
  stream::Chunk jwk_;
};

// Each function returns a promise, which is rejected with the errors of the Web Crypto API: DataError, InvalidAccessError,
// NotSupportedError, OperationError and SyntaxError by their `name`, and a TypeError for a parameter that is missing or has
// another type. They compute on the pool.
namespace subtle {

// Returns the digest of `data` by "SHA-1", "SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHA3-384" or "SHA3-512".
Promise<ArrayBuffer> digest(const Algorithm& algorithm, const BufferSource& data);

// Encrypt and decrypt by "AES-CBC" (iv), "AES-CTR" (counter, length), "AES-GCM" (iv, additionalData, tagLength) and "RSA-OAEP"
// (label).
Promise<ArrayBuffer> encrypt(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data);
Promise<ArrayBuffer> decrypt(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data);

// Sign and verify by "HMAC", "RSASSA-PKCS1-v1_5", "RSA-PSS" (saltLength), "ECDSA" (hash), "Ed25519" and "Ed448".
Promise<ArrayBuffer> sign(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data);
Promise<bool> verify(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& signature, const BufferSource& data);

// Make a key, or a pair of keys: "AES-…" (length), "HMAC" (hash, length), "RSA…" (modulusLength, publicExponent, hash), "ECDSA" and
// "ECDH" (namedCurve), "Ed25519", "Ed448", "X25519" and "X448".
Promise<GeneratedKey> generateKey(const Algorithm& algorithm, bool extractable, const Array<String>& keyUsages);

// Returns a key that was written in the format "raw", "spki", "pkcs8" or "jwk"; also of the algorithms "HKDF" and "PBKDF2".
Promise<CryptoKey> importKey(StringArg format, const KeyData& keyData, const Algorithm& algorithm, bool extractable,
                             const Array<String>& keyUsages);
Promise<ExportedKey> exportKey(StringArg format, const CryptoKey& key);

// Returns the public key of a private one.
Promise<CryptoKey> getPublicKey(const CryptoKey& key, const Array<String>& keyUsages);

// Derive bits and a key by "ECDH", "X25519" and "X448" (public_), "HKDF" (salt, info, hash) and "PBKDF2" (salt, iterations, hash).
// Without a length deriveBits gives all bits that two keys have in common.
Promise<ArrayBuffer> deriveBits(const Algorithm& algorithm, const CryptoKey& baseKey, const stream::OptionalNumber& length = {});
Promise<CryptoKey> deriveKey(const Algorithm& algorithm, const CryptoKey& baseKey, const Algorithm& derivedKeyType, bool extractable,
                             const Array<String>& keyUsages);

// Export a key and encrypt it with another one, and the reverse: by "AES-KW" and by the algorithms of encrypt().
Promise<ArrayBuffer> wrapKey(StringArg format, const CryptoKey& key, const CryptoKey& wrappingKey, const Algorithm& wrapAlgorithm);
Promise<CryptoKey> unwrapKey(StringArg format, const BufferSource& wrappedKey, const CryptoKey& unwrappingKey,
                             const Algorithm& unwrapAlgorithm, const Algorithm& unwrappedKeyAlgorithm, bool extractable,
                             const Array<String>& keyUsages);

// The same with the name of an algorithm.
inline Promise<ArrayBuffer> digest(StringArg algorithm, const BufferSource& data) {
  return digest(Algorithm{.name = algorithm.toString()}, data);
}
inline Promise<ArrayBuffer> encrypt(StringArg algorithm, const CryptoKey& key, const BufferSource& data) {
  return encrypt(Algorithm{.name = algorithm.toString()}, key, data);
}
inline Promise<ArrayBuffer> decrypt(StringArg algorithm, const CryptoKey& key, const BufferSource& data) {
  return decrypt(Algorithm{.name = algorithm.toString()}, key, data);
}
inline Promise<ArrayBuffer> sign(StringArg algorithm, const CryptoKey& key, const BufferSource& data) {
  return sign(Algorithm{.name = algorithm.toString()}, key, data);
}
inline Promise<bool> verify(StringArg algorithm, const CryptoKey& key, const BufferSource& signature, const BufferSource& data) {
  return verify(Algorithm{.name = algorithm.toString()}, key, signature, data);
}
inline Promise<GeneratedKey> generateKey(StringArg algorithm, bool extractable, const Array<String>& keyUsages) {
  return generateKey(Algorithm{.name = algorithm.toString()}, extractable, keyUsages);
}
inline Promise<CryptoKey> importKey(StringArg format, const KeyData& keyData, StringArg algorithm, bool extractable,
                                    const Array<String>& keyUsages) {
  return importKey(format, keyData, Algorithm{.name = algorithm.toString()}, extractable, keyUsages);
}
inline Promise<CryptoKey> deriveKey(const Algorithm& algorithm, const CryptoKey& baseKey, StringArg derivedKeyType, bool extractable,
                                    const Array<String>& keyUsages) {
  return deriveKey(algorithm, baseKey, Algorithm{.name = derivedKeyType.toString()}, extractable, keyUsages);
}
inline Promise<ArrayBuffer> wrapKey(StringArg format, const CryptoKey& key, const CryptoKey& wrappingKey, StringArg wrapAlgorithm) {
  return wrapKey(format, key, wrappingKey, Algorithm{.name = wrapAlgorithm.toString()});
}
// Of the two algorithms of unwrapKey each may be given by its name.
inline Promise<CryptoKey> unwrapKey(StringArg format, const BufferSource& wrappedKey, const CryptoKey& unwrappingKey,
                                    StringArg unwrapAlgorithm, const Algorithm& unwrappedKeyAlgorithm, bool extractable,
                                    const Array<String>& keyUsages) {
  return unwrapKey(format, wrappedKey, unwrappingKey, Algorithm{.name = unwrapAlgorithm.toString()}, unwrappedKeyAlgorithm,
                   extractable, keyUsages);
}
inline Promise<CryptoKey> unwrapKey(StringArg format, const BufferSource& wrappedKey, const CryptoKey& unwrappingKey,
                                    const Algorithm& unwrapAlgorithm, StringArg unwrappedKeyAlgorithm, bool extractable,
                                    const Array<String>& keyUsages) {
  return unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, Algorithm{.name = unwrappedKeyAlgorithm.toString()},
                   extractable, keyUsages);
}
inline Promise<CryptoKey> unwrapKey(StringArg format, const BufferSource& wrappedKey, const CryptoKey& unwrappingKey,
                                    StringArg unwrapAlgorithm, StringArg unwrappedKeyAlgorithm, bool extractable,
                                    const Array<String>& keyUsages) {
  return unwrapKey(format, wrappedKey, unwrappingKey, Algorithm{.name = unwrapAlgorithm.toString()},
                   Algorithm{.name = unwrappedKeyAlgorithm.toString()}, extractable, keyUsages);
}

}  // namespace subtle

// JavaScript's crypto.webcrypto, and the global object crypto.
namespace webcrypto {
using crypto::getRandomValues;
using crypto::randomUUID;
namespace subtle = crypto::subtle;
}  // namespace webcrypto

}  // namespace nodecpp::crypto

template <>
struct std::tuple_size<nodecpp::crypto::GeneratedKey> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I>
struct std::tuple_element<I, nodecpp::crypto::GeneratedKey> {
  using type = nodecpp::crypto::CryptoKey;
};
