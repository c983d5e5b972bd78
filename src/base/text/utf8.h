// Encodes and decodes UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace nodecpp::utf8 {

inline constexpr std::uint32_t replacement = 0xfffd;

// Writes `code` as UTF-8 to `to`, which has room for 4 bytes, and returns the number of bytes. A surrogate is written
// as it is.
inline std::size_t put(char* to, std::uint32_t code) noexcept {
  if (code < 0x80) {
    to[0] = char(code);
    return 1;
  }
  if (code < 0x800) {
    to[0] = char(0xc0 | code >> 6);
    to[1] = char(0x80 | (code & 0x3f));
    return 2;
  }
  if (code < 0x10000) {
    to[0] = char(0xe0 | code >> 12);
    to[1] = char(0x80 | (code >> 6 & 0x3f));
    to[2] = char(0x80 | (code & 0x3f));
    return 3;
  }
  to[0] = char(0xf0 | code >> 18);
  to[1] = char(0x80 | (code >> 12 & 0x3f));
  to[2] = char(0x80 | (code >> 6 & 0x3f));
  to[3] = char(0x80 | (code & 0x3f));
  return 4;
}

inline void append(std::string& out, std::uint32_t code) {
  char bytes[4];
  out.append(bytes, put(bytes, code));
}

// The two surrogates that represent a character from U+10000 on in UTF-16.
constexpr char16_t highHalf(std::uint32_t code) noexcept { return char16_t(0xd7c0 + (code >> 10)); }
constexpr char16_t lowHalf(std::uint32_t code) noexcept { return char16_t(0xdc00 | (code & 0x3ff)); }
constexpr bool isHighHalf(std::uint32_t unit) noexcept { return (unit & 0xfc00) == 0xd800; }
constexpr bool isLowHalf(std::uint32_t unit) noexcept { return (unit & 0xfc00) == 0xdc00; }
constexpr std::uint32_t joined(std::uint32_t high, std::uint32_t low) noexcept {
  return 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
}

struct Decoded {
  std::uint32_t code;  // U+FFFD (`replacement`) when the bytes are not UTF-8.
  // The number of bytes used. For a malformed sequence it is the length of its maximal subpart (WHATWG Encoding), at
  // least 1.
  std::uint8_t size;
  bool valid;
  bool truncated;  // The bytes end inside of a sequence that further bytes could make valid.
};

// Decodes the code point at `from`, which must be before `end`.
inline Decoded decode(const char* from, const char* end) noexcept {
  auto byte = [&](std::ptrdiff_t i) { return static_cast<unsigned char>(from[i]); };
  unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true, false};
  int more = first >= 0xc2 && first <= 0xdf ? 1 : (first & 0xf0) == 0xe0 ? 2 : first >= 0xf0 && first <= 0xf4 ? 3 : 0;
  if (more == 0) return {replacement, 1, false, false};
  std::uint32_t code = first & (0x3f >> more);
  unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  for (int i = 1; i <= more; ++i) {
    if (from + i >= end) return {replacement, std::uint8_t(i), false, true};
    if (byte(i) < low || byte(i) > high) return {replacement, std::uint8_t(i), false, false};
    code = code << 6 | (byte(i) & 0x3f);
    low = 0x80;
    high = 0xbf;
  }
  return {code, std::uint8_t(more + 1), true, false};
}

// Returns the surrogate at `from`, which WTF-8 encodes in three bytes, or 0 when there is none.
inline std::uint32_t surrogateAt(const char* from, const char* end) noexcept {
  if (end - from < 3 || from[0] != '\xed') return 0;
  auto second = static_cast<unsigned char>(from[1]), third = static_cast<unsigned char>(from[2]);
  if ((second & 0xe0) != 0xa0 || (third & 0xc0) != 0x80) return 0;
  return 0xd000u | (second & 0x3fu) << 6 | (third & 0x3fu);
}

// Like decode(), but for WTF-8, the encoding of Strings. A lone surrogate is a code point. Two surrogates that became
// neighbours by concatenation are the character that they form.
inline Decoded decodeWtf(const char* from, const char* end) noexcept {
  const std::uint32_t high = surrogateAt(from, end);
  if (high == 0) return decode(from, end);
  const std::uint32_t low = high < 0xdc00 ? surrogateAt(from + 3, end) : 0;
  if (low < 0xdc00) return {high, 3, true, false};
  return {joined(high, low), 6, true, false};
}

}  // namespace nodecpp::utf8
