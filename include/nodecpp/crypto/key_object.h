// KeyObject: a key that is kept by the runtime, and the parameters that take keys. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-keyobject
#pragma once

#include <nodecpp/crypto/bytes_arg.h>
#include <nodecpp/fields.h>

namespace nodecpp::crypto {

namespace detail {
struct AsymmetricKey;
}  // namespace detail
class KeyObjectObject;
using KeyObject = Handle<KeyObjectObject>;
// Of the Web Crypto API (nodecpp/crypto/webcrypto.h).
struct Algorithm;
class CryptoKeyObject;
using CryptoKey = Handle<CryptoKeyObject>;

// What is known of a key of a pair. Empty texts and zeros stand for what the key's type does not have.
struct AsymmetricKeyDetails {
  double modulusLength = 0;    // bits
  double publicExponent = 0;
  String hashAlgorithm{};      // those three of a key that can only be used with them
  String mgf1HashAlgorithm{};
  stream::OptionalNumber saltLength{};
  String namedCurve{};
  double divisorLength = 0;  // bits

  // Printed as Node prints it, where it is a BigInt.
  struct Exponent {
    double value;
    template <class I>
    void inspectTo(I& out) const {
      out.text(str(value) + "n");
    }
  };
  template <class I>
  void inspectTo(I& out) const {
    if (modulusLength) out.property("modulusLength", modulusLength);
    if (publicExponent) out.property("publicExponent", Exponent{publicExponent});
    if (hashAlgorithm) out.property("hashAlgorithm", hashAlgorithm);
    if (mgf1HashAlgorithm) out.property("mgf1HashAlgorithm", mgf1HashAlgorithm);
    if (saltLength.given) out.property("saltLength", saltLength.value);
    if (divisorLength) out.property("divisorLength", divisorLength);
    if (namedCurve) out.property("namedCurve", namedCurve);
  }
};

// A key of a pair, a pass phrase or a label as a parameter or as a field: a text, bytes, a KeyObject, or a var with a JSON Web
// Key. It owns what it was given.
class KeySource {
 public:
  KeySource() noexcept = default;
  KeySource(Undefined) noexcept {}
  template <class T>
    requires std::constructible_from<BytesArg, const T&> && (!std::same_as<T, Undefined>)
  KeySource(const T& bytes) {
    if constexpr (nodecpp::detail::AnyValue<T>) {
      if (bytes.isObject() && !bytes.isBuffer()) {
        takeProperties(bytes);
        return;
      }
    }
    take(BytesArg(bytes));
  }
  KeySource(const KeyObject& key) noexcept : object_(key), given_(bool(key)) {}

  bool given() const noexcept { return given_; }
  const Buffer& bytes() const noexcept [[clang::lifetimebound]] { return bytes_; }
  const KeyObject& object() const noexcept [[clang::lifetimebound]] { return object_; }
  // For the runtime: the properties of a JSON Web Key, each as a line "name=value" with a line end in front.
  const String& jwk() const noexcept [[clang::lifetimebound]] { return jwk_; }

 private:
  void take(const BytesArg& bytes);
  template <nodecpp::detail::AnyValue T>
  void takeProperties(const T& value) {
    for (const char* name : {"kty", "crv", "x", "y", "d", "n", "e", "p", "q", "dp", "dq", "qi", "k"}) {
      const T property = value[name];
      if (property.isString()) addProperty(name, property.toString());
    }
    jwk_ = jwk_ + "\n";
    given_ = true;
  }
  void addProperty(const char* name, const String& value);

  Buffer bytes_;
  KeyObject object_;
  String jwk_;
  bool given_ = false;
};

struct KeyExportOptions {
  String type{};         // "spki" or "pkcs1" for a public key, "pkcs8", "pkcs1" or "sec1" for a private one
  String format{};       // "pem", "der" or "jwk"
  String cipher{};       // encrypts a private key, with the pass phrase
  KeySource passphrase{};
};

// A key. Its members are calls, since they are getters in Node.
class KeyObjectObject final : public Object {
 public:
  // For the runtime: makes a secret key, whose bytes are copied, or a key of a pair, which it then owns.
  explicit KeyObjectObject(const Buffer& secret);
  KeyObjectObject(detail::AsymmetricKey* key, bool isPrivate) noexcept : key_(key), isPrivate_(isPrivate) {}
  ~KeyObjectObject() override;

  // Returns "secret", "public" or "private".
  String type() const { return !key_ ? "secret" : isPrivate_ ? "private" : "public"; }
  // Returns the number of bytes of a secret key; 0 for another one.
  double symmetricKeySize() const noexcept { return double(secret_.size()); }
  // Returns "rsa", "rsa-pss", "dsa", "dh", "ec", "ed25519", "ed448", "x25519" or "x448"; undefined for a secret key.
  String asymmetricKeyType() const;
  AsymmetricKeyDetails asymmetricKeyDetails() const;
  // Returns a copy of a secret key's bytes. Throws ERR_INVALID_ARG_TYPE for another key.
  Buffer export_() const;
  // Returns the key as a text in PEM, as a Buffer in DER, or as a var with a JSON Web Key: `var jwk = key->export_({.format =
  // "jwk"})`. Throws ERR_INVALID_ARG_VALUE, ERR_CRYPTO_UNKNOWN_CIPHER, ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS and
  // ERR_CRYPTO_JWK_UNSUPPORTED_CURVE or _KEY_TYPE.
  stream::Chunk export_(const KeyExportOptions& options) const;
  // Returns whether both are the same key. For secret keys the comparison takes the same time wherever they differ.
  bool equals(const KeyObject& other) const;
  // Returns the key as a CryptoKey of this algorithm. Throws the errors of subtle::importKey.
  CryptoKey toCryptoKey(const Algorithm& algorithm, bool extractable, const Array<String>& keyUsages) const;
  CryptoKey toCryptoKey(StringArg algorithm, bool extractable, const Array<String>& keyUsages) const;
  // Returns the key of a CryptoKey. Throws ERR_INVALID_ARG_TYPE for undefined.
  static KeyObject from(const CryptoKey& key);

  template <class I>
  void inspectTo(I& out) const {
    out.name(!key_ ? "SecretKeyObject" : isPrivate_ ? "PrivateKeyObject" : "PublicKeyObject");
  }

  // For the runtime: the key's bytes, and the key of a pair. They are valid while the key lives.
  const Buffer& secret() const noexcept [[clang::lifetimebound]] { return secret_; }
  detail::AsymmetricKey* key() const noexcept { return key_; }
  bool isPrivate() const noexcept { return isPrivate_; }

 private:
  Buffer secret_;
  detail::AsymmetricKey* key_ = nullptr;
  bool isPrivate_ = false;
};

namespace detail {
// Returns the bytes of a secret key. Throws ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE for another key.
Buffer secretOf(const KeyObject& key);
}  // namespace detail

// A secret key as a parameter: bytes, a text, or a KeyObject.
class KeyArg : public BytesArg {
 public:
  template <class T>
    requires std::constructible_from<BytesArg, const T&>
  KeyArg(const T& bytes [[clang::lifetimebound]]) : BytesArg(bytes) {}
  KeyArg(const KeyObject& key) : BytesArg(detail::secretOf(key)) {}
};

// A key of a pair with the options that say how it is encoded, and how it is used.
struct KeyOptions {
  KeySource key{};
  String format{};               // "pem", which is the default, "der" or "jwk"
  String type{};                 // of a key in DER: "pkcs1", "pkcs8", "sec1" or "spki"
  KeySource passphrase{};        // decrypts the key
  String dsaEncoding{};          // "der", which is the default, or "ieee-p1363"
  stream::OptionalNumber padding{};     // constants::RSA_…
  stream::OptionalNumber saltLength{};  // of RSA_PKCS1_PSS_PADDING
  String oaepHash{};             // by default "sha1"
  KeySource oaepLabel{};
};

// Returns a key of these bytes; a text is encoded in `encoding`, or else in UTF-8. Throws ERR_INVALID_ARG_TYPE.
KeyObject createSecretKey(const BytesArg& key, const TextEncoding& encoding = {});
// Return a key that was written in PEM or DER. createPublicKey also takes a certificate, or a private key, of which it returns
// the public half. Throw ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE and OpenSSL's errors.
KeyObject createPrivateKey(const KeySource& key);
KeyObject createPrivateKey(const KeyOptions& key);
KeyObject createPublicKey(const KeySource& key);
KeyObject createPublicKey(const KeyOptions& key);
// What export_() has returned.
template <std::same_as<stream::Chunk> T>
KeyObject createPrivateKey(const T& key) {
  return createPrivateKey(KeySource(key));
}
template <std::same_as<stream::Chunk> T>
KeyObject createPublicKey(const T& key) {
  return createPublicKey(KeySource(key));
}

// Returns the names of the elliptic curves, sorted.
Array<String> getCurves();

struct GenerateKeyOptions {
  double length = 0;  // in bits
};
// Returns a random key: type "hmac" with 8 to 2^31-1 bits, or "aes" with 128, 192 or 256. Throws ERR_INVALID_ARG_VALUE and
// ERR_OUT_OF_RANGE. generateKey gives the key to `callback`.
KeyObject generateKeySync(StringArg type, const GenerateKeyOptions& options);
void generateKey(StringArg type, const GenerateKeyOptions& options, Function<void(Error, KeyObject)> callback);

struct GenerateKeyPairOptions {
  stream::OptionalNumber modulusLength{};   // rsa, rsa-pss and dsa: bits
  stream::OptionalNumber publicExponent{};  // by default 65537
  String hashAlgorithm{};                   // rsa-pss
  String mgf1HashAlgorithm{};
  stream::OptionalNumber saltLength{};
  stream::OptionalNumber divisorLength{};   // dsa: bits of q
  String namedCurve{};                      // ec
  // dh: a prime, or the number of bits of a new one, with a generator, which is 2 by default; or the name of a group.
  KeySource prime{};
  stream::OptionalNumber primeLength{};
  stream::OptionalNumber generator{};
  String group{};
};
struct KeyPair {
  KeyObject publicKey;
  KeyObject privateKey;
};
NODECPP_FIELDS_WHEN_USED(KeyPair, publicKey, privateKey)
// Returns a new pair of keys of type "rsa", "rsa-pss", "dsa", "ec", "ed25519", "ed448", "x25519", "x448" or "dh". Throws
// ERR_INVALID_ARG_VALUE for another type, ERR_INVALID_ARG_TYPE and ERR_MISSING_OPTION for an option that is missing,
// ERR_INCOMPATIBLE_OPTION_PAIR, ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_INVALID_DIGEST, ERR_CRYPTO_UNKNOWN_DH_GROUP and OpenSSL's
// errors. generateKeyPair computes on the pool.
KeyPair generateKeyPairSync(StringArg type, const GenerateKeyPairOptions& options = {});
void generateKeyPair(StringArg type, const GenerateKeyPairOptions& options, Function<void(Error, KeyObject, KeyObject)> callback);

// The same with keys that are written as export_() writes them. Both encodings must be given.
struct EncodedKeyPairOptions {
  stream::OptionalNumber modulusLength{};
  stream::OptionalNumber publicExponent{};
  String hashAlgorithm{};
  String mgf1HashAlgorithm{};
  stream::OptionalNumber saltLength{};
  stream::OptionalNumber divisorLength{};
  String namedCurve{};
  KeySource prime{};
  stream::OptionalNumber primeLength{};
  stream::OptionalNumber generator{};
  String group{};
  KeyExportOptions publicKeyEncoding{};
  KeyExportOptions privateKeyEncoding{};

  GenerateKeyPairOptions options() const;
};
struct EncodedKeyPair {
  stream::Chunk publicKey;
  stream::Chunk privateKey;
};
NODECPP_FIELDS_WHEN_USED(EncodedKeyPair, publicKey, privateKey)
namespace detail {
EncodedKeyPair encodedKeyPair(StringArg type, const EncodedKeyPairOptions& options);
void encodeKeyPairLater(StringArg type, const EncodedKeyPairOptions& options, Function<void(Error, stream::Chunk, stream::Chunk)> callback);
}  // namespace detail
// They are templates so that options without an encoding choose the functions above.
template <class = void>
EncodedKeyPair generateKeyPairSync(StringArg type, const EncodedKeyPairOptions& options) {
  return detail::encodedKeyPair(type, options);
}
template <class = void>
void generateKeyPair(StringArg type, const EncodedKeyPairOptions& options, Function<void(Error, stream::Chunk, stream::Chunk)> callback) {
  detail::encodeKeyPairLater(type, options, std::move(callback));
}

}  // namespace nodecpp::crypto
