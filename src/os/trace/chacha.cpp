#include "os/trace/chacha.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/assertion.h"

namespace nodecpp::os::record {

static_assert(std::endian::native == std::endian::little);

namespace {

void quarter(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c, std::uint32_t& d) {
  a += b, d = std::rotl(d ^ a, 16);
  c += d, b = std::rotl(b ^ c, 12);
  a += b, d = std::rotl(d ^ a, 8);
  c += d, b = std::rotl(b ^ c, 7);
}

}  // namespace

void ChaChaRandom::block(const std::uint32_t key[8], std::uint32_t counter, const std::uint32_t nonce[3], char* to) {
  std::uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};  // "expand 32-byte k"
  std::copy_n(key, 8, start + 4);
  start[12] = counter;
  std::copy_n(nonce, 3, start + 13);
  std::uint32_t x[16];
  std::copy_n(start, 16, x);
  for (int round = 0; round < 20; round += 2) {
    for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + i], x[8 + i], x[12 + i]);
    for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
  }
  for (int i = 0; i < 16; ++i) x[i] += start[i];
  std::memcpy(to, x, 64);
}

ChaChaRandom::ChaChaRandom(const Seed& seed) { std::memcpy(key_, seed.data(), sizeof key_); }

void ChaChaRandom::fill(char* to, std::size_t size) {
  static constexpr std::uint32_t nonce[3] = {};
  char stream[64];
  std::uint32_t counter = 0;
  std::uint32_t key[8];
  std::copy_n(key_, 8, key);
  block(key, counter++, nonce, stream);
  std::memcpy(key_, stream, sizeof key_);
  // Gives out the second half of the first block, then whole blocks.
  std::size_t part = std::min<std::size_t>(size, 32);
  NODECPP_ASSERT(part <= size && part <= 32, part, size);
  std::memcpy(to, stream + 32, part);
  for (to += part, size -= part; size > 0; to += part, size -= part) {
    block(key, counter++, nonce, stream);
    part = std::min<std::size_t>(size, 64);
    NODECPP_ASSERT(part > 0 && part <= size && counter > 1, part, size);
    std::memcpy(to, stream, part);
  }
}

}  // namespace nodecpp::os::record
