// Converts text to bytes and bytes to text in Node's encodings.
#pragma once

#include <nodecpp/buffer.h>

#include <array>

namespace nodecpp::detail {

// Return how many bytes at the front of `data` are ASCII (asciiPrefix), or well-formed UTF-8 (utf8Prefix).
std::size_t asciiPrefix(const char* data, std::size_t size) noexcept;
std::size_t utf8Prefix(const char* data, std::size_t size) noexcept;

// Tells whether `text` contains a lone surrogate, which has bytes in WTF-8 but none in UTF-8.
bool hasSurrogate(StringArg text) noexcept;
// Returns `text` with U+FFFD in place of each lone surrogate. All text that leaves the program as UTF-8 is converted
// so.
String wellFormed(StringArg text);

// Returns the number of bytes that `text` needs in `encoding`. For hex and base64 with invalid characters it is an
// upper bound.
std::size_t encodedSize(StringArg text, Encoding encoding) noexcept;
// Writes the characters that fit into `room` bytes as a whole, and returns the number of bytes written.
std::size_t encode(StringArg text, Encoding encoding, char* to, std::size_t room) noexcept;
// Converts bytes to text, as buf.toString(encoding) does.
String decode(const char* data, std::size_t size, Encoding encoding);

// The two lower-case digits of each byte.
inline constexpr auto hexPairs = [] {
  std::array<std::array<char, 2>, 256> table;
  for (std::size_t i = 0; i < 256; ++i) table[i] = {"0123456789abcdef"[i >> 4], "0123456789abcdef"[i & 15]};
  return table;
}();

// Writes two digits for each byte, and returns the end of what it has written.
inline char* writeHex(char* to, const unsigned char* data, std::size_t size) noexcept {
  // Written one by one, since the checked memcpy of release builds would be a call for each pair.
  for (const unsigned char* const end = data + size; data != end; ++data) {
    *to++ = hexPairs[*data][0];
    *to++ = hexPairs[*data][1];
  }
  return to;
}

}  // namespace nodecpp::detail
