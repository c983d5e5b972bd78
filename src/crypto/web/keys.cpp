// Importing and exporting keys for subtle.
#include <nodecpp/json.h>

#include <openssl/err.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "crypto/asymmetric.h"
#include "crypto/web/operation.h"

namespace nodecpp::crypto::detail {

void needUsages(const AlgorithmKind& kind, unsigned usages, unsigned allowed) {
  if (usages & ~allowed) throw syntaxError(str("Unsupported key usage for ") + kind.name + " key");
}

namespace {

Error invalidData() { return dataError("Invalid keyData"); }

// Returns what `read` gives, and throws DataError for what it throws.
template <class Read>
KeyObject orInvalid(Read read) {
  try {
    return read();
  } catch (const Error& error) {
    // In a replay a private key may be a mark, which has its own error.
    if (error->code == "ERR_NODECPP_KEY_NOT_RECORDED") throw;
    throw invalidData();
  }
}

// The letters that a key of this hash has in a JSON Web Key, or undefined: "RS256" for the prefix "RS".
String withHash(const char* prefix, const String& hash) {
  const char* suffix = hashNamed(hash).jwk;
  return suffix ? str(prefix) + suffix : String(undefined);
}

// Returns the name of a key's algorithm in a JSON Web Key, or undefined.
String jwkAlgorithm(const AlgorithmKind& kind, const String& hash, double bits) {
  const String name = kind.name;
  if (kind.family == Family::aes) return "A" + str(bits) + name.slice(4);
  if (kind.family == Family::hmac) return withHash("HS", hash);
  if (name == "RSASSA-PKCS1-v1_5") return withHash("RS", hash);
  if (name == "RSA-PSS") return withHash("PS", hash);
  if (name == "RSA-OAEP") return hash == "SHA-1" ? String("RSA-OAEP") : withHash("RSA-OAEP-", hash);
  return name.startsWith("Ed") ? name : String(undefined);
}

// Returns the JSON Web Key of a key that has one.
var ownJwk(const KeyObject& key) {
  const var own = crypto::detail::jwkOf(*key);
  return own;
}

String textOf(const var& jwk, const char* member) {
  const var value = jwk[member];
  return value.isUndefined() ? String(undefined) : String(value);
}

void needMembers(const var& jwk, std::initializer_list<const char*> members) {
  for (const char* member : members)
    if (textOf(jwk, member).isUndefined()) throw invalidData();
}

void checkKeyOps(const var& operations, unsigned usages) {
  if (!operations.isArray()) return;
  unsigned all = 0;
  for (var operation : operations) {
    const unsigned bit = usageBit(String(operation));
    if (all & bit) throw dataError("Duplicate key operation");
    all |= bit;
  }
  if ((all & usages) != usages) throw dataError("Key operations and usage mismatch");
}

void checkJwk(const var& jwk, const AlgorithmKind& kind, bool extractable, unsigned usages) {
  const char* type = kind.family == Family::rsa ? "RSA" : kind.family == Family::ec ? "EC" : kind.family == Family::okp ? "OKP" : "oct";
  const String given = textOf(jwk, "kty");
  if (given.isUndefined()) throw invalidData();
  if (given != type) throw dataError("Invalid JWK \"kty\" Parameter");
  const bool isPrivate = !textOf(jwk, "d").isUndefined();
  switch (kind.family) {
    case Family::rsa:
      needMembers(jwk, {"n", "e"});
      if (isPrivate) needMembers(jwk, {"p", "q", "dp", "dq", "qi"});
      break;
    case Family::ec: needMembers(jwk, {"crv", "x", "y"}); break;
    case Family::okp: needMembers(jwk, {"crv", "x"}); break;
    default: needMembers(jwk, {"k"});
  }
  const String use = textOf(jwk, "use");
  if (usages != 0 && !use.isUndefined() && use != kind.use) throw dataError("Invalid JWK \"use\" Parameter");
  checkKeyOps(jwk["key_ops"], usages);
  if (const var ext = jwk["ext"]; !ext.isUndefined() && !ext && extractable)
    throw dataError("JWK \"ext\" Parameter and extractable mismatch");
}

Error wrongAlgorithm() { return dataError("JWK \"alg\" does not match the requested algorithm"); }

void checkJwkAlgorithm(const var& jwk, const Checked& algorithm, double bits) {
  const String alg = textOf(jwk, "alg");
  if (alg.isUndefined()) return;
  const String name = algorithm.kind->name;
  if (name == "ECDSA") {
    const char* curve = alg == "ES256" ? "P-256" : alg == "ES384" ? "P-384" : alg == "ES512" ? "P-521" : "";
    if (algorithm.given->namedCurve != curve) throw wrongAlgorithm();
    return;
  }
  const String expected = jwkAlgorithm(*algorithm.kind, algorithm.hash ? String(algorithm.hash) : String(), bits);
  if (!expected.isUndefined() && alg != expected && !(name.startsWith("Ed") && alg == "EdDSA")) throw wrongAlgorithm();
}

KeyObject secretOfBytes(const Buffer& bytes) { return make<KeyObjectObject>(bytes); }

// Imports a key of AES, HMAC, HKDF or PBKDF2. Returns undefined for a format that it does not have.
KeyObject importSecret(const String& format, const KeyData& data, const Checked& algorithm, bool extractable, unsigned usages) {
  const bool isDerivation = algorithm.kind->family == Family::derivation;
  if (isDerivation && extractable) throw syntaxError(str(algorithm.kind->name) + " keys are not extractable");
  if (isDerivation && (usages & ~algorithm.kind->privateUsages))
    throw syntaxError(str("Unsupported key usage for a ") + algorithm.kind->name + " key");
  if (!isDerivation) needUsages(*algorithm.kind, usages, algorithm.kind->privateUsages);
  if (format == "raw" || format == "raw-secret") return secretOfBytes(data.bytes().bytes());
  if (format != "jwk" || isDerivation) return nullptr;
  const var jwk = data.jwk();
  checkJwk(jwk, *algorithm.kind, extractable, usages);
  return secretOfBytes(Buffer::from(textOf(jwk, "k"), "base64url"));
}

// Returns the length of a secret key in bits, and cuts the key to it. Throws DataError.
double secretBits(KeyObject& key, const Checked& algorithm) {
  const double bits = key->symmetricKeySize() * 8;
  if (algorithm.kind->family == Family::aes) {
    if (bits != 128 && bits != 192 && bits != 256) throw dataError("Invalid key length");
    return bits;
  }
  if (bits == 0) throw dataError("Zero-length key is not supported");
  const stream::OptionalNumber& length = algorithm.given->length;
  if (!length.given) return bits;
  if (std::ceil(length.value / 8) * 8 != bits) throw dataError("Invalid key length");
  if (length.value < bits) {
    Buffer cut = key->export_();
    const auto last = cut.length() - 1;
    cut[last] = double(int(cut[last]) & (0xff << int(bits - length.value)) & 0xff);
    key = secretOfBytes(cut);
  }
  return length.value;
}

bool isSound(const KeyObject& key) {
  RandomScope random;
  const PkeyContext context(EVP_PKEY_CTX_new(pkeyOf(key), nullptr));
  const bool sound = context && (key->isPrivate() ? EVP_PKEY_check(context.get()) : EVP_PKEY_public_check(context.get())) == 1;
  ERR_clear_error();
  return sound;
}

KeyObject importJwk(const KeyData& data, const Checked& algorithm, bool extractable, unsigned usages) {
  const AlgorithmKind& kind = *algorithm.kind;
  const var jwk = data.jwk();
  checkJwk(jwk, kind, extractable, usages);
  if (kind.family == Family::ec && textOf(jwk, "crv") != algorithm.given->namedCurve)
    throw dataError("JWK \"crv\" does not match the requested algorithm");
  if (kind.family == Family::okp && textOf(jwk, "crv") != kind.name) throw dataError("JWK \"crv\" Parameter and algorithm name mismatch");
  checkJwkAlgorithm(jwk, algorithm, 0);
  const bool isPrivate = !textOf(jwk, "d").isUndefined();
  needUsages(kind, usages, isPrivate ? kind.privateUsages : kind.publicUsages);
  const KeyObject key = orInvalid([&] {
    const KeyOptions options{.key = KeySource(jwk), .format = "jwk"};
    return isPrivate ? privateKeyOf(options) : publicKeyOf(options);
  });
  if (kind.family == Family::okp && isPrivate && String(ownJwk(key)["x"]) != Buffer::from(textOf(jwk, "x"), "base64url").toString("base64url"))
    throw invalidData();
  return key;
}

// Imports a public or private key. Returns undefined for a format that the algorithm does not have.
KeyObject importPairKey(const String& format, const KeyData& data, const Checked& algorithm, bool extractable, unsigned usages) {
  const AlgorithmKind& kind = *algorithm.kind;
  const Buffer& bytes = data.bytes().bytes();
  if (format == "spki") {
    needUsages(kind, usages, kind.publicUsages);
    return orInvalid([&] { return publicKeyOf({.key = bytes, .format = "der", .type = "spki"}); });
  }
  if (format == "pkcs8") {
    needUsages(kind, usages, kind.privateUsages);
    return orInvalid([&] { return privateKeyOf({.key = bytes, .format = "der", .type = "pkcs8"}); });
  }
  if (format == "jwk") return importJwk(data, algorithm, extractable, usages);
  if ((format != "raw" && format != "raw-public") || kind.family == Family::rsa) return nullptr;
  needUsages(kind, usages, kind.publicUsages);
  Pkey key = kind.family == Family::ec ? publicOfPoint(groupOfCurve(algorithm.given->namedCurve), octetsOf(bytes))
                                       : publicOfBytes(kind.name, octetsOf(bytes));
  if (!key) throw invalidData();
  return keyObjectOf(std::move(key), false);
}

KeyAlgorithm algorithmOf(const KeyObject& key, const Checked& algorithm) {
  KeyAlgorithm made{.name = algorithm.kind->name};
  const AsymmetricKeyDetails details = key->asymmetricKeyDetails();
  switch (algorithm.kind->family) {
    case Family::rsa:
      if (key->asymmetricKeyType() != "rsa") throw dataError("Invalid key type");
      made.modulusLength = details.modulusLength;
      made.publicExponent = Buffer::from(String(ownJwk(key)["e"]), "base64url");
      break;
    case Family::ec:
      if (key->asymmetricKeyType() != "ec") throw dataError("Invalid key type");
      if (!isSound(key)) throw invalidData();
      if (details.namedCurve != groupOfCurve(algorithm.given->namedCurve)) throw dataError("Named curve mismatch");
      made.namedCurve = algorithm.given->namedCurve;
      break;
    default:
      if (key->asymmetricKeyType() != made.name.toLowerCase()) throw dataError("Invalid key type");
  }
  if (algorithm.hash) made.hash.name = algorithm.hash;
  return made;
}

// Makes the CryptoKey of a key that was read.
CryptoKey finished(KeyObject key, const Checked& algorithm, bool extractable, unsigned usages, const var* jwk) {
  const bool isPair = algorithm.kind->family >= Family::rsa;
  KeyAlgorithm made;
  if (isPair) {
    made = algorithmOf(key, algorithm);
  } else {
    made.name = algorithm.kind->name;
    if (algorithm.kind->family != Family::derivation) made.length = secretBits(key, algorithm);
    if (algorithm.kind->family == Family::hmac) made.hash.name = algorithm.hash;
    if (jwk) checkJwkAlgorithm(*jwk, algorithm, made.length.value);
  }
  if (usages == 0 && key->type() != "public")
    throw syntaxError("Usages cannot be empty when importing a " + key->type() + " key.");
  return make<CryptoKeyObject>(key, made, usages, extractable);
}

}  // namespace

CryptoKey importNow(StringArg format, const KeyData& data, const Checked& algorithm, bool extractable, unsigned usages) {
  const String name = format.toString();
  const bool isPair = algorithm.kind->family >= Family::rsa;
  const KeyObject key = isPair ? importPairKey(name, data, algorithm, extractable, usages)
                               : importSecret(name, data, algorithm, extractable, usages);
  if (!key) throw notSupported(str("Unable to import ") + algorithm.kind->name + " using " + name + " format");
  if (name != "jwk") return finished(key, algorithm, extractable, usages, nullptr);
  const var jwk = data.jwk();
  return finished(key, algorithm, extractable, usages, &jwk);
}

CryptoKey importKeyObject(const KeyObject& key, const Checked& algorithm, bool extractable, unsigned usages) {
  const AlgorithmKind& kind = *algorithm.kind;
  needUsages(kind, usages, key->type() == "public" ? kind.publicUsages : kind.privateUsages);
  return finished(key, algorithm, extractable, usages, nullptr);
}

namespace {

Buffer derOf(const KeyObject& key, const char* type) {
  try {
    return key->export_({.type = type, .format = "der"});
  } catch (const Error&) {
    throw operationFailed();
  }
}

ExportedKey webJwkOf(const CryptoKey& key, const AlgorithmKind& kind) {
  const var own = ownJwk(key->key());
  var jwk = var::object();
  var operations = var::array();
  for (String usage : key->usages()) operations.push(usage);
  jwk["key_ops"] = operations;
  jwk["ext"] = key->extractable();
  const String alg = jwkAlgorithm(kind, key->algorithm().hash.name, key->algorithm().length.value);
  if (!alg.isUndefined()) jwk["alg"] = alg;
  for (var member : own.keys()) jwk[String(member)] = own[String(member)];
  return ExportedKey(stream::Chunk(jwk));
}

// Returns the bytes of a key in this format, or nothing when there is no such format for it.
std::optional<Buffer> exportBytes(const String& format, const CryptoKey& key, Family family) {
  const String type = key->type();
  if (type == "secret") {
    if (format != "raw" && format != "raw-secret") return {};
    return key->key()->export_();
  }
  if (format == "spki" && type == "public") return derOf(key->key(), "spki");
  if (format == "pkcs8" && type == "private") return derOf(key->key(), "pkcs8");
  if ((format != "raw" && format != "raw-public") || type != "public" || family == Family::rsa) return {};
  return rawPublic(pkeyOf(key->key()));
}

}  // namespace

ExportedKey exportNow(StringArg format, const CryptoKey& key) {
  const AlgorithmKind& kind = kindOf(key);
  if (kind.params[std::size_t(Purpose::exportKey)] == Params::absent)
    throw notSupported(str(kind.name) + " key export is not supported");
  if (!key->extractable()) throw invalidAccess("key is not extractable");
  const String name = format.toString();
  if (name == "jwk") return webJwkOf(key, kind);
  const std::optional<Buffer> bytes = exportBytes(name, key, kind.family);
  if (!bytes) throw notSupported(str("Unable to export ") + kind.name + " " + key->type() + " key using " + name + " format");
  return ExportedKey(arrayBufferOf(octetsOf(*bytes)));
}

}  // namespace nodecpp::crypto::detail
