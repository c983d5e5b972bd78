// Hashes bytes from untrusted input: names of header fields, keys of queries and objects. Each table has a seed from
// the port's random numbers. An attacker therefore cannot choose names that collide, and a replay has the same seed.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace nodecpp::detail {

// Returns a seed for the table at `table`. Without a running program, as in a native module of Node.js, the seed is the
// table's address.
std::uint64_t hashSeedFor(const void* table) noexcept;

inline std::uint64_t hashBytes(std::string_view bytes, std::uint64_t seed) noexcept {
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = seed ^ left;
  auto mix = [&](std::uint64_t word) {
    unsigned __int128 product = static_cast<unsigned __int128>(hash ^ word) * 0xa0761d6478bd642full;
    hash = std::uint64_t(product) ^ std::uint64_t(product >> 64) ^ seed;
  };
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  std::uint64_t word = 0;
  if (left) std::memcpy(&word, at, left);
  mix(word);
  return hash ^ hash >> 32;
}

}  // namespace nodecpp::detail
