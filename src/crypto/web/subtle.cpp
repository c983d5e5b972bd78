// The functions of subtle.
#include <nodecpp/json.h>

#include <cmath>
#include <optional>
#include <string>

#include "crypto/asymmetric.h"
#include "crypto/digests.h"
#include "crypto/web/operation.h"

namespace nodecpp::crypto {

namespace {

using namespace detail;

ArrayBuffer asArrayBuffer(Octets bytes) { return arrayBufferOf(bytes); }
bool asAnswer(Octets bytes) { return !bytes.empty() && bytes[0] == 1; }

Octets needData(const BufferSource& data, const char* function, const char* position) {
  if (!data.given()) throw wrongArgument(function, position, "is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.");
  return octetsOf(data.bytes());
}

void needKey(const CryptoKey& key, const char* function, const char* position) {
  if (!key) throw wrongArgument(function, position, "is not of type CryptoKey.");
}

void needFormat(StringArg format, const char* function) {
  for (const char* known : {"raw", "raw-public", "raw-seed", "raw-secret", "raw-private", "pkcs8", "spki", "jwk"})
    if (format == StringArg(known)) return;
  throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_ARG_VALUE", str("Failed to execute '") + function +
                                                                            "' on 'SubtleCrypto': 1st argument '" + format.toString() +
                                                                            "' is not a valid enum value of type KeyFormat.");
}

void needAlgorithm(const Checked& algorithm, const CryptoKey& key) {
  if (key->algorithm().name != algorithm.kind->name) throw invalidAccess("Key algorithm mismatch");
}

// Checks that the key is one of the algorithm and may be used like this.
void needUse(const Checked& algorithm, const CryptoKey& key, Usage usage, const char* function) {
  needAlgorithm(algorithm, key);
  if (!(key->usagesMask() & usage)) throw invalidAccess(str("Unable to use this key to ") + function);
}

struct Digesting {
  Md digest;
  Secret data;
  Output operator()() const {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (EVP_Digest(data.data(), data.size(), bytes, &size, digest.get(), nullptr) != 1) return {};
    return Output(std::in_place, Octets(bytes, size));
  }
};

Promise<ArrayBuffer> cipher(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data, bool encrypts) {
  return promised<ArrayBuffer>([&](const auto& resolve, const auto& reject) {
    const char* function = encrypts ? "encrypt" : "decrypt";
    needKey(key, function, "2nd");
    const Octets bytes = needData(data, function, "3rd");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::encrypt);
    needUse(checked, key, encrypts ? encrypting : decrypting, function);
    settle(resolve, reject, cipherOperation(checked, key, bytes, encrypts), asArrayBuffer);
  });
}

}  // namespace

CryptoKey KeyObjectObject::toCryptoKey(const Algorithm& algorithm, bool extractable, const Array<String>& keyUsages) const {
  const Checked checked = checkedAlgorithm(algorithm, Purpose::importKey);
  unsigned usages = 0;
  for (std::ptrdiff_t i = 0; i < keyUsages.length(); ++i) usages |= usageBit(keyUsages[i]);
  return importKeyObject(KeyObject(const_cast<KeyObjectObject*>(this)), checked, extractable, usages);
}

CryptoKey KeyObjectObject::toCryptoKey(StringArg algorithm, bool extractable, const Array<String>& keyUsages) const {
  return toCryptoKey(Algorithm{.name = algorithm.toString()}, extractable, keyUsages);
}

KeyObject KeyObjectObject::from(const CryptoKey& key) {
  if (!key) throw nodecpp::detail::invalidArgType("key", "an instance of CryptoKey", "undefined");
  return key->key();
}

namespace subtle {

Promise<ArrayBuffer> digest(const Algorithm& algorithm, const BufferSource& data) {
  return promised<ArrayBuffer>([&](const auto& resolve, const auto& reject) {
    const Octets bytes = needData(data, "digest", "2nd");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::digest);
    settle(resolve, reject, Digesting{digestFor(hashNamed(checked.kind->name).openssl).share(), Secret(bytes)}, asArrayBuffer);
  });
}

Promise<ArrayBuffer> encrypt(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data) {
  return cipher(algorithm, key, data, true);
}

Promise<ArrayBuffer> decrypt(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data) {
  return cipher(algorithm, key, data, false);
}

Promise<ArrayBuffer> sign(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& data) {
  return promised<ArrayBuffer>([&](const auto& resolve, const auto& reject) {
    needKey(key, "sign", "2nd");
    const Octets bytes = needData(data, "sign", "3rd");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::sign);
    needUse(checked, key, signing, "sign");
    settle(resolve, reject, signOperation(checked, key, bytes, nullptr), asArrayBuffer);
  });
}

Promise<bool> verify(const Algorithm& algorithm, const CryptoKey& key, const BufferSource& signature, const BufferSource& data) {
  return promised<bool>([&](const auto& resolve, const auto& reject) {
    needKey(key, "verify", "2nd");
    const Octets signed_ = needData(signature, "verify", "3rd"), bytes = needData(data, "verify", "4th");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::sign);
    needUse(checked, key, verifying, "verify");
    settle(resolve, reject, signOperation(checked, key, bytes, &signed_), asAnswer);
  });
}

Promise<CryptoKey> importKey(StringArg format, const KeyData& keyData, const Algorithm& algorithm, bool extractable,
                             const Array<String>& keyUsages) {
  return promised<CryptoKey>([&](const auto& resolve, const auto&) {
    needFormat(format, "importKey");
    if (format != StringArg("jwk")) needData(keyData.bytes(), "importKey", "2nd");
    const unsigned usages = usagesOf(keyUsages, "importKey", "5th argument");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::importKey);
    resolve(importNow(format, keyData, checked, extractable, usages));
  });
}

Promise<ExportedKey> exportKey(StringArg format, const CryptoKey& key) {
  return promised<ExportedKey>([&](const auto& resolve, const auto&) {
    needFormat(format, "exportKey");
    needKey(key, "exportKey", "2nd");
    resolve(exportNow(format, key));
  });
}

Promise<CryptoKey> getPublicKey(const CryptoKey& key, const Array<String>& keyUsages) {
  return promised<CryptoKey>([&](const auto& resolve, const auto&) {
    needKey(key, "getPublicKey", "1st");
    const unsigned usages = usagesOf(keyUsages, "getPublicKey", "2nd argument");
    const char* problem = "key must be a private key";
    if (key->type() == "secret") throw notSupported(problem);
    if (key->type() == "public") throw invalidAccess(problem);
    needUsages(kindOf(key), usages, kindOf(key).publicUsages);
    const KeyObject publicKey = keyObjectOf(shared(pkeyOf(key->key())), false);
    resolve(make<CryptoKeyObject>(publicKey, key->algorithm(), usages, true));
  });
}

Promise<ArrayBuffer> deriveBits(const Algorithm& algorithm, const CryptoKey& baseKey, const stream::OptionalNumber& length) {
  return promised<ArrayBuffer>([&](const auto& resolve, const auto& reject) {
    needKey(baseKey, "deriveBits", "2nd");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::deriveBits);
    if (!(baseKey->usagesMask() & derivingBits)) throw invalidAccess("baseKey does not have deriveBits usage");
    needAlgorithm(checked, baseKey);
    const auto bits = length.given ? std::optional<double>(std::trunc(length.value)) : std::nullopt;
    if (bits && !(*bits >= 0 && *bits <= 4294967295))
      throw nodecpp::detail::codedError<TypeError>("ERR_OUT_OF_RANGE",
                                                   "Failed to execute 'deriveBits' on 'SubtleCrypto': 3rd argument is outside the "
                                                   "expected range of 0 to 4294967295.");
    settle(resolve, reject, deriveOperation(checked, baseKey, bits), asArrayBuffer);
  });
}

namespace {

// An algorithm of its own, for what is done with it when the call is over.
struct Kept {
  explicit Kept(const Algorithm& algorithm, const Checked& checked) : given(algorithm), kind(checked.kind), hash(checked.hash) {}
  Algorithm given;
  const AlgorithmKind* kind;
  const char* hash;
  Checked checked() const { return {kind, &given, hash}; }
};

// Returns how many bits a derived key of this algorithm has, or nothing for as many as there are.
std::optional<double> keyBits(const Checked& algorithm) {
  const stream::OptionalNumber& length = algorithm.given->length;
  if (algorithm.kind->family == Family::derivation) return {};
  return length.given ? length.value : double(hashNamed(algorithm.hash).blockBits);
}

}  // namespace

Promise<CryptoKey> deriveKey(const Algorithm& algorithm, const CryptoKey& baseKey, const Algorithm& derivedKeyType, bool extractable,
                             const Array<String>& keyUsages) {
  return promised<CryptoKey>([&](const auto& resolve, const auto& reject) {
    needKey(baseKey, "deriveKey", "2nd");
    const unsigned usages = usagesOf(keyUsages, "deriveKey", "5th argument");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::deriveBits);
    const Kept derived(derivedKeyType, checkedAlgorithm(derivedKeyType, Purpose::importKey));
    const Checked lengthOf = checkedAlgorithm(derivedKeyType, Purpose::getKeyLength);
    if (!(baseKey->usagesMask() & derivingKey)) throw invalidAccess("baseKey does not have deriveKey usage");
    needAlgorithm(checked, baseKey);
    settle(resolve, reject, deriveOperation(checked, baseKey, keyBits(lengthOf)), [derived, extractable, usages](Octets bytes) {
      return importNow("raw-secret", KeyData(copied(bytes)), derived.checked(), extractable, usages);
    });
  });
}

Promise<ArrayBuffer> wrapKey(StringArg format, const CryptoKey& key, const CryptoKey& wrappingKey, const Algorithm& wrapAlgorithm) {
  return promised<ArrayBuffer>([&](const auto& resolve, const auto& reject) {
    needFormat(format, "wrapKey");
    needKey(key, "wrapKey", "2nd");
    needKey(wrappingKey, "wrapKey", "3rd");
    const Checked checked = checkedForWrapping(wrapAlgorithm);
    needUse(checked, wrappingKey, wrapping, "wrapKey");
    const ExportedKey exported = exportNow(format, key);
    Buffer bytes;
    if (format == StringArg("jwk")) {
      const var jwk = exported;
      String json = JSON::stringify(jwk);
      // AES-KW encrypts eight bytes at a time.
      if (checked.is("AES-KW") && json.length() % 8 != 0) json += str(" ").repeat(double(8 - json.length() % 8));
      bytes = Buffer::from(json);
    } else {
      bytes = Buffer::from(exported);
    }
    settle(resolve, reject, cipherOperation(checked, wrappingKey, octetsOf(bytes), true), asArrayBuffer);
  });
}

namespace {

// Reads a JSON Web Key that was encrypted.
KeyData parsedJwk(Octets bytes) {
  var jwk;
  try {
    jwk = JSON::parse(copied(bytes).toString());
  } catch (const Error&) {
    throw dataError("Invalid wrapped JWK key");
  }
  if (!jwk.isObject() || jwk["kty"].isUndefined()) throw dataError("Invalid wrapped JWK key");
  return KeyData(jwk);
}

}  // namespace

Promise<CryptoKey> unwrapKey(StringArg format, const BufferSource& wrappedKey, const CryptoKey& unwrappingKey,
                             const Algorithm& unwrapAlgorithm, const Algorithm& unwrappedKeyAlgorithm, bool extractable,
                             const Array<String>& keyUsages) {
  return promised<CryptoKey>([&](const auto& resolve, const auto& reject) {
    needFormat(format, "unwrapKey");
    const Octets bytes = needData(wrappedKey, "unwrapKey", "2nd");
    needKey(unwrappingKey, "unwrapKey", "3rd");
    const unsigned usages = usagesOf(keyUsages, "unwrapKey", "7th argument");
    const Checked checked = checkedForWrapping(unwrapAlgorithm);
    const Kept unwrapped(unwrappedKeyAlgorithm, checkedAlgorithm(unwrappedKeyAlgorithm, Purpose::importKey));
    needUse(checked, unwrappingKey, unwrapping, "unwrapKey");
    const String name = format.toString();
    settle(resolve, reject, cipherOperation(checked, unwrappingKey, bytes, false), [unwrapped, extractable, usages, name](Octets key) {
      return importNow(name, name == "jwk" ? parsedJwk(key) : KeyData(copied(key)), unwrapped.checked(), extractable, usages);
    });
  });
}

namespace {

// Reads the public exponent of a new RSA key. Throws OperationError.
double exponentOf(const Algorithm& algorithm) {
  double exponent = 0;
  for (const char byte : std::string_view(algorithm.publicExponent.bytes().bytes(), algorithm.publicExponent.bytes().size()))
    exponent = exponent * 256 + static_cast<unsigned char>(byte);
  if (exponent > 4294967295) throw operationError("The publicExponent must be equivalent to an unsigned 32-bit value");
  return exponent;
}

void generateSecret(const Checked& algorithm, bool extractable, unsigned usages, const Resolver<GeneratedKey>& resolve) {
  needUsages(*algorithm.kind, usages, algorithm.kind->privateUsages);
  if (usages == 0) throw syntaxError("Usages cannot be empty when creating a key.");
  KeyAlgorithm made{.name = algorithm.kind->name};
  const bool isHmac = algorithm.kind->family == Family::hmac;
  made.length = algorithm.given->length.given ? algorithm.given->length.value : double(hashNamed(algorithm.hash).blockBits);
  if (isHmac) made.hash.name = algorithm.hash;
  if (made.length.value > 2147483647) throw operationFailed();
  Buffer bytes = Buffer::allocUnsafeSlow(std::ceil(made.length.value / 8));
  fillRandom(bytes.bytes(), bytes.size());
  if (const int rest = int(std::fmod(made.length.value, 8)))
    bytes[bytes.length() - 1] = double(int(bytes[bytes.length() - 1]) & (0xff << (8 - rest)) & 0xff);
  const CryptoKey key = make<CryptoKeyObject>(make<KeyObjectObject>(bytes), made, usages, extractable);
  wipe(bytes.bytes(), bytes.size());
  finishLater([resolve, key] { resolve(GeneratedKey(key)); });
}

void generatePair(const Checked& algorithm, bool extractable, unsigned usages, const Resolver<GeneratedKey>& resolve,
                  const Rejector& reject) {
  const AlgorithmKind& kind = *algorithm.kind;
  const Algorithm& given = *algorithm.given;
  KeyAlgorithm made{.name = kind.name};
  GenerateKeyPairOptions options;
  String type = made.name.toLowerCase();
  if (kind.family == Family::rsa) {
    type = "rsa";
    const double exponent = exponentOf(given);
    made.modulusLength = given.modulusLength;
    made.publicExponent = Buffer::from(given.publicExponent.bytes());
    made.hash.name = algorithm.hash;
    options.modulusLength = given.modulusLength;
    options.publicExponent = exponent;
    needUsages(kind, usages, kind.publicUsages | kind.privateUsages);
    if (exponent < 3 || std::fmod(exponent, 2) == 0) throw operationFailed();
  } else if (kind.family == Family::ec) {
    type = "ec";
    made.namedCurve = given.namedCurve;
    options.namedCurve = given.namedCurve;
  }
  needUsages(kind, usages, kind.publicUsages | kind.privateUsages);
  if (!(usages & kind.privateUsages)) throw syntaxError("Usages cannot be empty when creating a key.");
  generateKeyPair(type, options, [=, &kind](Error error, KeyObject publicKey, KeyObject privateKey) {
    if (error) return reject(operationFailed());
    resolve(GeneratedKey(CryptoKeyPair{make<CryptoKeyObject>(publicKey, made, usages & kind.publicUsages, true),
                                       make<CryptoKeyObject>(privateKey, made, usages & kind.privateUsages, extractable)}));
  });
}

}  // namespace

Promise<GeneratedKey> generateKey(const Algorithm& algorithm, bool extractable, const Array<String>& keyUsages) {
  return promised<GeneratedKey>([&](const auto& resolve, const auto& reject) {
    const unsigned usages = usagesOf(keyUsages, "generateKey", "3rd argument");
    const Checked checked = checkedAlgorithm(algorithm, Purpose::generateKey);
    if (checked.kind->family >= Family::rsa)
      generatePair(checked, extractable, usages, resolve, reject);
    else
      generateSecret(checked, extractable, usages, resolve);
  });
}

}  // namespace subtle

}  // namespace nodecpp::crypto
