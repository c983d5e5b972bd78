// ASCII characters, and texts of nothing else. Characters of any type may be asked about; isDigit, which hot loops
// call, compares in that type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace nodecpp::ascii {

constexpr bool isDigit(auto c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool isLetter(int c) noexcept { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
template <class C>
constexpr C toLower(C c) noexcept {
  return c >= 'A' && c <= 'Z' ? C(c | 0x20) : c;
}

// 0 to 15, -1 for what is no hexadecimal digit.
constexpr int hexDigit(int c) noexcept {
  if (isDigit(c)) return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Whether all of `text` is ASCII. Most texts are, so it is looked through to its end, eight bytes at a time.
inline bool isAscii(std::string_view text) noexcept {
  std::uint64_t all = 0, word = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::memcpy(&word, text.data() + at, 8);
    all |= word;
  }
  for (; at < text.size(); ++at) all |= static_cast<unsigned char>(text[at]);
  return (all & 0x8080808080808080) == 0;
}

}  // namespace nodecpp::ascii
