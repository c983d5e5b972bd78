// A hash of bytes that strangers choose: names of header fields, keys of queries. The seed hangs on where the system put
// this program, so that nobody outside can choose names that meet in one place; and nothing that can be seen hangs on the
// hash, neither an order nor a result.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace nodecpp::detail {

inline std::uint64_t hashBytes(std::string_view bytes) noexcept {
  static const char anchor = 0;
  static const std::uint64_t seed = reinterpret_cast<std::uintptr_t>(&anchor) * 0x9e3779b97f4a7c15u;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = seed ^ left;
  auto mix = [&](std::uint64_t word) {
    unsigned __int128 product = static_cast<unsigned __int128>(hash ^ word) * 0xa0761d6478bd642full;
    hash = std::uint64_t(product) ^ std::uint64_t(product >> 64) ^ seed;
  };
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  std::uint64_t word = 0;
  if (left) std::memcpy(&word, at, left);
  mix(word);
  return hash ^ hash >> 32;
}

}  // namespace nodecpp::detail
