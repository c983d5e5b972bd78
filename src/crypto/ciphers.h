// The ciphers of OpenSSL by Node's names.
#pragma once

#include <openssl/evp.h>

#include <string>

#include "crypto/openssl.h"

namespace nodecpp::crypto::detail {

// A cipher of this thread. It lives as long as the thread.
struct CipherKind {
  std::string name;  // In lower case, as a program has asked for it.
  Owned<EVP_CIPHER, EVP_CIPHER_free> cipher;
  int nid = 0;
  int mode = 0;
  int ivLength = 0;
  bool isAuthenticated = false;
};

// Returns the cipher with this name, or null when there is none. Throws OpenSSL's error for a cipher that it knows and that no
// provider computes.
const CipherKind* findCipher(StringArg name);

}  // namespace nodecpp::crypto::detail
