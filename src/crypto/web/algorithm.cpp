#include "crypto/web/algorithm.h"

#include <cmath>
#include <iterator>

namespace nodecpp::crypto::detail {

using nodecpp::detail::codedError;

namespace {

using P = Params;
constexpr P no = P::absent;

constexpr unsigned ciphers = encrypting | decrypting | wrapping | unwrapping;
constexpr unsigned deriving = derivingKey | derivingBits;
constexpr unsigned macs = signing | verifying;

// The purposes stand in this order: digest, encrypt, sign, generateKey, importKey, exportKey, deriveBits, wrapKey, getKeyLength.
constexpr AlgorithmKind kinds[] = {
    {"SHA-1", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"SHA-256", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"SHA-384", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"SHA-512", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"SHA3-256", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"SHA3-384", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"SHA3-512", Family::digest, 0, 0, "", {P::none, no, no, no, no, no, no, no, no}},
    {"AES-CBC", Family::aes, 0, ciphers, "enc", {no, P::aesCbc, no, P::aesKeyGen, P::none, P::none, no, no, P::aesDerivedKey}},
    {"AES-CTR", Family::aes, 0, ciphers, "enc", {no, P::aesCtr, no, P::aesKeyGen, P::none, P::none, no, no, P::aesDerivedKey}},
    {"AES-GCM", Family::aes, 0, ciphers, "enc", {no, P::aead, no, P::aesKeyGen, P::none, P::none, no, no, P::aesDerivedKey}},
    {"AES-KW", Family::aes, 0, wrapping | unwrapping, "enc", {no, no, no, P::aesKeyGen, P::none, P::none, no, P::none, P::aesDerivedKey}},
    {"HMAC", Family::hmac, 0, macs, "sig", {no, no, P::none, P::hmacKeyGen, P::hmacImport, P::none, no, no, P::hmacImport}},
    {"HKDF", Family::derivation, 0, deriving, "", {no, no, no, no, P::none, no, P::hkdf, no, P::none}},
    {"PBKDF2", Family::derivation, 0, deriving, "", {no, no, no, no, P::none, no, P::pbkdf2, no, P::none}},
    {"RSA-OAEP", Family::rsa, encrypting | wrapping, decrypting | unwrapping, "enc",
     {no, P::rsaOaep, no, P::rsaHashedKeyGen, P::rsaHashedImport, P::none, no, no, no}},
    {"RSA-PSS", Family::rsa, verifying, signing, "sig",
     {no, no, P::rsaPss, P::rsaHashedKeyGen, P::rsaHashedImport, P::none, no, no, no}},
    {"RSASSA-PKCS1-v1_5", Family::rsa, verifying, signing, "sig",
     {no, no, P::none, P::rsaHashedKeyGen, P::rsaHashedImport, P::none, no, no, no}},
    {"ECDSA", Family::ec, verifying, signing, "sig", {no, no, P::ecdsa, P::ecKeyGen, P::ecKeyImport, P::none, no, no, no}},
    {"ECDH", Family::ec, 0, deriving, "enc", {no, no, no, P::ecKeyGen, P::ecKeyImport, P::none, P::ecdhKeyDerive, no, no}},
    {"Ed25519", Family::okp, verifying, signing, "sig", {no, no, P::none, P::none, P::none, P::none, no, no, no}},
    {"Ed448", Family::okp, verifying, signing, "sig", {no, no, P::context, P::none, P::none, P::none, no, no, no}},
    {"X25519", Family::okp, 0, deriving, "enc", {no, no, no, P::none, P::none, P::none, P::ecdhKeyDerive, no, no}},
    {"X448", Family::okp, 0, deriving, "enc", {no, no, no, P::none, P::none, P::none, P::ecdhKeyDerive, no, no}},
};

constexpr WebHash hashes[] = {
    {"SHA-1", "sha1", 20, 512, "1"},          {"SHA-256", "sha256", 32, 512, "256"},       {"SHA-384", "sha384", 48, 1024, "384"},
    {"SHA-512", "sha512", 64, 1024, "512"},   {"SHA3-256", "sha3-256", 32, 1088, nullptr}, {"SHA3-384", "sha3-384", 48, 832, nullptr},
    {"SHA3-512", "sha3-512", 64, 576, nullptr}};

constexpr const char* usageNames[] = {"encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey"};

const AlgorithmKind* find(StringArg name, Purpose purpose) {
  const String upper = name.toString().toUpperCase();
  for (const AlgorithmKind& kind : kinds)
    if (kind.params[std::size_t(purpose)] != P::absent && upper == String(kind.name).toUpperCase()) return &kind;
  return nullptr;
}

// Checks the members of a dictionary of parameters, with Node's words.
class Members {
 public:
  Members(const Checked& checked, const char* dictionary) : checked_(checked), dictionary_(dictionary) {}

  void need(bool given, const char* member) const {
    if (given) return;
    throw codedError<TypeError>("ERR_MISSING_OPTION",
                                str("Failed to normalize algorithm: passed algorithm cannot be converted to '") + dictionary_ + "' because '" +
                                    member + "' is required in '" + dictionary_ + "'.");
  }
  // Returns a number that is an integer from 0 to `most`.
  double number(const stream::OptionalNumber& value, const char* member, double most) const {
    if (!value.given) return 0;
    if (!std::isfinite(value.value)) refuse(str(member) + " in passed algorithm is not a finite number.", "ERR_INVALID_ARG_TYPE");
    const double whole = std::trunc(value.value);
    if (whole < 0 || whole > most)
      refuse(str(member) + " in passed algorithm is outside the expected range of 0 to " + str(most) + ".", "ERR_OUT_OF_RANGE");
    return whole;
  }
  double neededNumber(const stream::OptionalNumber& value, const char* member, double most) const {
    need(value.given, member);
    return number(value, member, most);
  }
  // Sets the hash. Only the hashes whose names begin with SHA serve.
  void hash(Checked& checked) const {
    const String& name = checked.given->hash;
    need(!name.empty(), "hash");
    if (!name.toLowerCase().startsWith("sha")) throw notSupported(str("Only SHA hashes are supported in ") + dictionary_);
  }
  void curve() const {
    const String& name = checked_.given->namedCurve;
    need(!name.empty(), "namedCurve");
    if (!groupOfCurve(name)) throw notSupported("Unrecognized namedCurve");
  }

 private:
  [[noreturn]] static void refuse(const String& problem, const char* code) {
    throw codedError<TypeError>(code, "Failed to normalize algorithm: " + problem);
  }
  const Checked& checked_;
  const char* dictionary_;
};

constexpr double mostLong = 4294967295, mostShort = 65535, mostOctet = 255;

void needBytes(const BufferSource& bytes, const char* name, std::size_t size) {
  if (bytes.bytes().size() != size)
    throw operationError(str("algorithm.") + name + " must contain exactly " + str(double(size)) + " bytes");
}

void checkAesLength(const Members& members, const Algorithm& given) {
  const double length = members.neededNumber(given.length, "length", mostShort);
  if (length != 128 && length != 192 && length != 256) throw operationError("AES key length must be 128, 192, or 256 bits");
}

void checkCipher(const Checked& checked, P params) {
  const Algorithm& given = *checked.given;
  if (params == P::aesCbc) {
    Members(checked, "AesCbcParams").need(given.iv.given(), "iv");
    return needBytes(given.iv, "iv", 16);
  }
  if (params == P::aesCtr) {
    const Members members(checked, "AesCtrParams");
    members.need(given.counter.given(), "counter");
    needBytes(given.counter, "counter", 16);
    const double length = members.neededNumber(given.length, "length", mostOctet);
    if (length == 0 || length > 128) throw operationError("AES-CTR algorithm.length must be between 1 and 128");
    return;
  }
  const Members members(checked, "AeadParams");
  members.need(given.iv.given(), "iv");
  if (!given.tagLength.given) return;
  const double length = members.number(given.tagLength, "tagLength", mostOctet);
  for (double allowed : {32, 64, 96, 104, 112, 120, 128})
    if (length == allowed) return;
  throw operationError(str(length) + " is not a valid AES-GCM tag length");
}

void checkDerivation(Checked& checked, P params) {
  const Algorithm& given = *checked.given;
  if (params == P::hkdf) {
    const Members members(checked, "HkdfParams");
    members.hash(checked);
    members.need(given.info.given(), "info");
    if (given.info.bytes().size() > 1024) throw operationError("algorithm.info must be at most 1024 bytes");
    return members.need(given.salt.given(), "salt");
  }
  if (params == P::pbkdf2) {
    const Members members(checked, "Pbkdf2Params");
    members.hash(checked);
    if (members.neededNumber(given.iterations, "iterations", mostLong) == 0) throw operationError("iterations cannot be zero");
    return members.need(given.salt.given(), "salt");
  }
  Members(checked, "EcdhKeyDeriveParams").need(bool(given.public_), "public");
  if (given.public_->type() != "public") throw invalidAccess("algorithm.public must be a public key");
  if (given.public_->algorithm().name != checked.kind->name) throw invalidAccess("key algorithm mismatch");
}

void checkHmac(Checked& checked, const char* dictionary, bool isImport) {
  const Members members(checked, dictionary);
  members.hash(checked);
  if (checked.given->length.given && members.number(checked.given->length, "length", mostLong) == 0) {
    const String message = str(dictionary) + ".length cannot be 0";
    throw isImport ? dataError(message) : operationError(message);
  }
}

void checkRsaKeyGen(Checked& checked) {
  const Members members(checked, "RsaHashedKeyGenParams");
  members.neededNumber(checked.given->modulusLength, "modulusLength", mostLong);
  members.need(checked.given->publicExponent.given(), "publicExponent");
  members.hash(checked);
}

void check(Checked& checked, P params) {
  const Algorithm& given = *checked.given;
  switch (params) {
    case P::absent:
    case P::none:
    case P::rsaOaep: return;
    case P::aesCbc:
    case P::aesCtr:
    case P::aead: return checkCipher(checked, params);
    case P::aesKeyGen: return checkAesLength(Members(checked, "AesKeyGenParams"), given);
    case P::aesDerivedKey: return checkAesLength(Members(checked, "AesDerivedKeyParams"), given);
    case P::rsaHashedKeyGen: return checkRsaKeyGen(checked);
    case P::rsaHashedImport: return Members(checked, "RsaHashedImportParams").hash(checked);
    case P::rsaPss: return void(Members(checked, "RsaPssParams").neededNumber(given.saltLength, "saltLength", mostLong));
    case P::ecKeyGen: return Members(checked, "EcKeyGenParams").curve();
    case P::ecKeyImport: return Members(checked, "EcKeyImportParams").curve();
    case P::ecdsa: return Members(checked, "EcdsaParams").hash(checked);
    case P::hmacKeyGen: return checkHmac(checked, "HmacKeyGenParams", false);
    case P::hmacImport: return checkHmac(checked, "HmacImportParams", true);
    case P::hkdf:
    case P::pbkdf2:
    case P::ecdhKeyDerive: return checkDerivation(checked, params);
    case P::context:
      // OpenSSL has contexts from version 3.2 on.
      if (!given.context.bytes().empty()) throw notSupported("Non zero-length ContextParams.context is not supported.");
  }
}

bool hasHash(P params) {
  for (P with : {P::rsaHashedKeyGen, P::rsaHashedImport, P::ecdsa, P::hmacKeyGen, P::hmacImport, P::hkdf, P::pbkdf2})
    if (params == with) return true;
  return false;
}

}  // namespace

Checked checkedAlgorithm(const Algorithm& algorithm, Purpose purpose) {
  Checked checked{nullptr, &algorithm};
  Members(checked, "Algorithm").need(!algorithm.name.empty(), "name");
  checked.kind = find(algorithm.name, purpose);
  if (!checked.kind) throw notSupported("Unrecognized algorithm name");
  const P params = checked.kind->params[std::size_t(purpose)];
  check(checked, params);
  if (!hasHash(params)) return checked;
  const AlgorithmKind* hash = find(algorithm.hash, Purpose::digest);
  if (!hash) throw notSupported("Unrecognized algorithm name");
  checked.hash = hash->name;
  return checked;
}

Checked checkedForWrapping(const Algorithm& algorithm) {
  try {
    return checkedAlgorithm(algorithm, Purpose::wrapKey);
  } catch (const Error&) {
    return checkedAlgorithm(algorithm, Purpose::encrypt);
  }
}

const AlgorithmKind& kindOf(const CryptoKey& key) { return *find(key->algorithm().name, Purpose::importKey); }

unsigned usageBit(const String& usage) {
  for (unsigned i = 0; i < std::size(usageNames); ++i)
    if (usage == usageNames[i]) return 1u << i;
  return 0;
}

unsigned usagesOf(const Array<String>& usages, StringArg function, const char* position) {
  unsigned bits = 0;
  for (std::ptrdiff_t i = 0; i < usages.length(); ++i) {
    const String usage = usages[i];
    const unsigned bit = usageBit(usage);
    if (bit == 0)
      throw codedError<TypeError>("ERR_INVALID_ARG_VALUE", "Failed to execute '" + function.toString() + "' on 'SubtleCrypto': " + position +
                                                               "[" + str(double(i)) + "] '" + usage +
                                                               "' is not a valid enum value of type KeyUsage.");
    bits |= bit;
  }
  return bits;
}

const WebHash& hashNamed(StringArg name) {
  for (const WebHash& hash : hashes)
    if (name == StringArg(hash.name)) return hash;
  return hashes[0];
}

const char* groupOfCurve(StringArg curve) {
  if (curve == StringArg("P-256")) return "prime256v1";
  if (curve == StringArg("P-384")) return "secp384r1";
  if (curve == StringArg("P-521")) return "secp521r1";
  return nullptr;
}

Error wrongArgument(StringArg function, StringArg position, StringArg problem) {
  return codedError<TypeError>("ERR_INVALID_ARG_TYPE", "Failed to execute '" + function.toString() + "' on 'SubtleCrypto': " +
                                                           position.toString() + " argument " + problem.toString());
}

}  // namespace nodecpp::crypto::detail

namespace nodecpp::crypto {

Array<String> CryptoKeyObject::usages() const {
  Array<String> names;
  for (unsigned i = 0; i < std::size(detail::usageNames); ++i)
    if (usages_ & 1u << i) names.push(detail::usageNames[i]);
  return names;
}

KeyAlgorithm::operator Algorithm() const {
  Algorithm algorithm{.name = name};
  algorithm.modulusLength = modulusLength;
  if (!publicExponent.empty()) algorithm.publicExponent = BufferSource(publicExponent);
  algorithm.hash = hash.name;
  algorithm.namedCurve = namedCurve;
  algorithm.length = length;
  return algorithm;
}

}  // namespace nodecpp::crypto
