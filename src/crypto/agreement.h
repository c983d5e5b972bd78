// A secret that is computed from the keys of two sides, on the loop's thread or on the pool.
#pragma once

#include "crypto/asymmetric.h"
#include "crypto/secret.h"

namespace nodecpp::crypto::detail {

struct Agreement {
  Pkey privateKey, publicKey;
  RandomSeed seed;

  struct Outcome {
    Secret secret{};
    os::TlsFailure failure{};
  };
  Outcome operator()() const;
};

}  // namespace nodecpp::crypto::detail
