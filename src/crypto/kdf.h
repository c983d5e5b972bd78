// Derivations of keys, as a job of the pool computes them.
#pragma once

#include <string>

#include "crypto/digests.h"
#include "crypto/secret.h"

namespace nodecpp::crypto::detail {

// The outcome of a derivation. `error` is empty when it has succeeded.
struct Derived {
  std::string bytes;
  std::string error;

  Derived() = default;
  Derived(Derived&&) = default;
  ~Derived() { detail::wipe(bytes.data(), bytes.size()); }
};

struct Pbkdf2 {
  Secret password, salt;
  int iterations;
  std::size_t length;
  detail::Md digest;

  Derived operator()() const;
};

struct Hkdf {
  Secret key, salt, info;
  std::size_t length;
  std::string digest;  // As OpenSSL's provider knows it.
  bool isXof;

  Derived operator()() const;
};

}  // namespace nodecpp::crypto::detail
