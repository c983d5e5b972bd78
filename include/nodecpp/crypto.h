// crypto: hashes, HMACs, random numbers, derived keys, ciphers, keys and signatures. OpenSSL computes them; random numbers come
// from the port.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html
//
//   crypto::createHash("sha256")->update(data)->digest("hex")
#pragma once

#include <nodecpp/crypto/agreement.h>
#include <nodecpp/crypto/cipher.h>
#include <nodecpp/crypto/constants.h>
#include <nodecpp/crypto/diffie_hellman.h>
#include <nodecpp/crypto/hash.h>
#include <nodecpp/crypto/kdf.h>
#include <nodecpp/crypto/prime.h>
#include <nodecpp/crypto/random.h>
#include <nodecpp/crypto/sign.h>
#include <nodecpp/crypto/webcrypto.h>
#include <nodecpp/crypto/x509.h>
