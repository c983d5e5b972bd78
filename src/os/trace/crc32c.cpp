#include "os/trace/crc32c.h"

#include <array>
#include <cstring>

namespace nodecpp::os {

namespace {

constexpr std::array<std::uint32_t, 256> table = [] {
  std::array<std::uint32_t, 256> sums{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t sum = i;
    // The polynomial of CRC32C (Castagnoli's), with its bits reversed.
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0x82f63b78u : 0u);
    sums[i] = sum;
  }
  return sums;
}();

#if defined(__x86_64__)
[[gnu::target("sse4.2")]] std::uint32_t byInstruction(const void* bytes, std::size_t size,
                                                      std::uint32_t before) noexcept {
  const char* at = static_cast<const char*>(bytes);
  std::uint64_t sum = ~before;
  for (; size >= 8; size -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    sum = __builtin_ia32_crc32di(sum, word);
  }
  auto last = std::uint32_t(sum);
  for (; size > 0; --size, ++at) last = __builtin_ia32_crc32qi(last, static_cast<unsigned char>(*at));
  return ~last;
}

const bool hasInstruction = [] {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2") != 0;
}();
#endif

}  // namespace

std::uint32_t crc32cByTable(const void* bytes, std::size_t size, std::uint32_t before) noexcept {
  const auto* at = static_cast<const unsigned char*>(bytes);
  std::uint32_t sum = ~before;
  for (; size > 0; --size, ++at) sum = (sum >> 8) ^ table[(sum ^ *at) & 0xff];
  return ~sum;
}

std::uint32_t crc32c(const void* bytes, std::size_t size, std::uint32_t before) noexcept {
#if defined(__x86_64__)
  if (hasInstruction) [[likely]]
    return byInstruction(bytes, size, before);
#endif
  return crc32cByTable(bytes, size, before);
}

}  // namespace nodecpp::os
