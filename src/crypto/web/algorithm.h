// The algorithms of the Web Crypto API: what each can do, with which parameters, and how the parameters of a call are checked.
// https://w3c.github.io/webcrypto/#algorithm-normalization
#pragma once

#include <nodecpp/crypto/webcrypto.h>

#include "crypto/web_error.h"

namespace nodecpp::crypto::detail {

enum class Family : unsigned char { digest, aes, hmac, derivation, rsa, ec, okp };

// What a function does with an algorithm. Encryption and decryption have the same parameters, as have the other pairs.
enum class Purpose : unsigned char { digest, encrypt, sign, generateKey, importKey, exportKey, deriveBits, wrapKey, getKeyLength, count };

// The dictionaries of parameters. `absent` says that the algorithm is not made for the purpose.
enum class Params : unsigned char {
  absent, none, aesCbc, aesCtr, aead, aesKeyGen, aesDerivedKey, rsaHashedKeyGen, rsaHashedImport, rsaOaep, rsaPss, ecKeyGen,
  ecKeyImport, ecdsa, ecdhKeyDerive, hmacKeyGen, hmacImport, hkdf, pbkdf2, context
};

// The usages of keys, by the bits of a CryptoKey. They are in the order in which a key lists them.
enum Usage : unsigned { encrypting = 1, decrypting = 2, signing = 4, verifying = 8, derivingKey = 16, derivingBits = 32, wrapping = 64, unwrapping = 128 };

struct AlgorithmKind {
  const char* name;
  Family family;
  unsigned publicUsages;   // Of a public key.
  unsigned privateUsages;  // Of a private or secret key.
  const char* use;         // A JSON Web Key's "use".
  Params params[std::size_t(Purpose::count)];
};

// An algorithm whose parameters have been checked.
struct Checked {
  const AlgorithmKind* kind;
  const Algorithm* given;
  const char* hash = nullptr;  // The Web's name of the hash; null when there is none.

  bool is(const char* name) const { return StringArg(kind->name) == StringArg(name); }
};

// Returns the algorithm with this name and with parameters for this purpose. Throws NotSupportedError, OperationError,
// InvalidAccessError, and a TypeError for a parameter that is missing or out of range. The result refers to `algorithm`.
Checked checkedAlgorithm(const Algorithm& algorithm, Purpose purpose);
// Returns the algorithm for wrapping keys, or else for encrypting them.
Checked checkedForWrapping(const Algorithm& algorithm);
// Returns the kind with a name that a key has.
const AlgorithmKind& kindOf(const CryptoKey& key);

// Returns the bits of these usages. Throws a TypeError for a word that is no usage. `position` is the place of the argument.
unsigned usagesOf(const Array<String>& usages, StringArg function, const char* position);
// Returns the bit of a usage, or 0.
unsigned usageBit(const String& usage);

// What is known of a hash by the Web's name.
struct WebHash {
  const char* name;     // "SHA-256"
  const char* openssl;  // "sha256"
  int bytes;
  int blockBits;
  const char* jwk;      // "256", which ends the names of algorithms in JSON Web Keys; null without such a name
};
const WebHash& hashNamed(StringArg name);

// OpenSSL's name of a curve, or null.
const char* groupOfCurve(StringArg curve);

// Makes "Failed to execute 'sign' on 'SubtleCrypto': 2nd argument is not of type CryptoKey."
Error wrongArgument(StringArg function, StringArg position, StringArg problem);

}  // namespace nodecpp::crypto::detail
