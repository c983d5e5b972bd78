// Random numbers from a seed: the key stream of ChaCha20 (RFC 8439). After each request the key is replaced by the
// first bytes of the stream, so that earlier random numbers cannot be computed from the memory of the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nodecpp::os::record {

class ChaChaRandom {
 public:
  using Seed = std::array<char, 32>;
  explicit ChaChaRandom(const Seed& seed);
  void fill(char* to, std::size_t size);

  // Writes one block of the key stream, 64 bytes (RFC 8439, section 2.3).
  static void block(const std::uint32_t key[8], std::uint32_t counter, const std::uint32_t nonce[3], char* to);

 private:
  std::uint32_t key_[8] = {};
};

}  // namespace nodecpp::os::record
