// Keys of pairs: OpenSSL's keys, and how they are found in the arguments of a call.
#pragma once

#include <nodecpp/crypto/key_object.h>

#include <openssl/evp.h>

#include <optional>

#include "crypto/bytes.h"
#include "crypto/openssl.h"

namespace nodecpp::crypto::detail {

using Pkey = Owned<EVP_PKEY, EVP_PKEY_free>;
using PkeyContext = Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using Bio = Owned<BIO, BIO_free_all>;

struct AsymmetricKey {
  Pkey key;
};

inline EVP_PKEY* pkeyOf(const KeyObject& key) { return key->key()->key.get(); }
Pkey shared(EVP_PKEY* key);
KeyObject keyObjectOf(Pkey key, bool isPrivate);

// Return the key that a call is to use. The private key's half serves as a public key. Throw the errors of createPrivateKey
// and createPublicKey.
KeyObject privateKeyOf(const KeyOptions& options);
KeyObject publicKeyOf(const KeyOptions& options);

// Return the key of a JSON Web Key (KeySource::jwk()), and the JSON Web Key of a key. Throw ERR_CRYPTO_INVALID_JWK,
// ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_JWK_UNSUPPORTED_CURVE and ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE.
KeyObject keyOfJwk(const String& properties, bool isPrivate);
stream::Chunk jwkOf(const KeyObjectObject& key);

// Return the public key of a curve's point, and of the bytes of a key of this type ("X25519"). They are null for other bytes.
Pkey publicOfPoint(const char* group, Octets point);
Pkey publicOfBytes(const char* type, Octets bytes);
// Returns the bytes of a public key: the uncompressed point of a curve, or the key of Ed25519 and the like.
Buffer rawPublic(const EVP_PKEY* key);

// Returns whether the key is RSA's, of either kind.
bool isRsa(const EVP_PKEY* key);

}  // namespace nodecpp::crypto::detail
