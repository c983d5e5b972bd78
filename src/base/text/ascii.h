// Tests ASCII characters and texts. The functions take characters of any type. isDigit compares in the type of its
// argument, because hot loops call it.
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

// Returns the value of a hexadecimal digit, 0 to 15, or -1 when `c` is no such digit.
constexpr int hexDigit(int c) noexcept {
  if (isDigit(c)) return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Tells whether all of `text` is ASCII. Most texts are, so there is no early exit, and eight bytes are tested at a
// time.
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
