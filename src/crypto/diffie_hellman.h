// The groups of Diffie-Hellman, for the object and for keys.
#pragma once

#include <nodecpp/string.h>

#include <openssl/bn.h>

#include "crypto/asymmetric.h"

namespace nodecpp::crypto::detail {

using Number = Owned<BIGNUM, BN_clear_free>;

// Returns the prime of a group by its name, such as "modp14"; the generator of each is 2. Throws
// ERR_CRYPTO_UNKNOWN_DH_GROUP.
Number groupPrime(StringArg name);

// Returns the parameters of keys with this prime and generator. They are null when OpenSSL refuses them.
Pkey dhParameters(const BIGNUM* prime, int generator);

}  // namespace nodecpp::crypto::detail
