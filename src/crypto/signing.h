// Signatures of data and of digests, by any key.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crypto/asymmetric.h"
#include "crypto/digests.h"
#include "crypto/secret.h"

namespace nodecpp::crypto::detail {

// How a signature is made.
struct Scheme {
  EVP_PKEY* key = nullptr;
  int padding = 0;  // Of RSA; 0 for another key.
  bool hasSalt = false;
  int saltLength = 0;
  int partBytes = 0;  // With ieee-p1363, the bytes of each of the two numbers of a signature; else 0.
};

// Returns the scheme for the options of a call. Throws ERR_INVALID_ARG_VALUE and ERR_OUT_OF_RANGE.
Scheme schemeOf(EVP_PKEY* key, const KeyOptions& options);

using Signature = std::vector<unsigned char>;

// Signs or checks: data at once, or a digest that has been computed. The functions throw OpenSSL's errors.
class Signing {
 public:
  enum class Of : unsigned char { data, digest };
  Signing(const Scheme& scheme, const EVP_MD* digest, bool signs, Of of);
  Signature sign(Octets data);
  bool verify(Octets data, Octets signature);

 private:
  Scheme scheme_;
  PkeyContext ofDigest_;
  MdContext ofData_;
};

// A signature that is made or checked on the pool.
struct SignWork {
  Pkey key;
  Scheme scheme{};                  // Of the key.
  Md digest{};                      // Null for the key's own.
  Secret data{};
  std::optional<Secret> signature{};  // Is checked when it is there.
  RandomSeed seed = RandomSeed::draw();

  struct Outcome {
    Signature signature{};
    bool isGood = false;
    std::string error{};  // OpenSSL's message; empty when the signature was made or checked.
  };
  Outcome operator()() const;
};

}  // namespace nodecpp::crypto::detail
