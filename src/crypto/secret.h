// Secret bytes that a job of the pool owns: they are overwritten when it ends.
#pragma once

#include <string>
#include <utility>

#include "crypto/bytes.h"
#include "crypto/openssl.h"

namespace nodecpp::crypto::detail {

struct Secret {
  std::string bytes;

  Secret() = default;
  explicit Secret(Octets from) : bytes(reinterpret_cast<const char*>(from.data()), from.size()) {}
  Secret(Secret&&) = default;
  Secret& operator=(Secret&& other) noexcept {
    std::swap(bytes, other.bytes);
    return *this;
  }
  ~Secret() { wipe(bytes.data(), bytes.size()); }
  const unsigned char* data() const { return reinterpret_cast<const unsigned char*>(bytes.data()); }
  std::size_t size() const { return bytes.size(); }
};

}  // namespace nodecpp::crypto::detail
