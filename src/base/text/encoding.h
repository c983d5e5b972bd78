// Converts text to bytes and bytes to text in Node's encodings.
#pragma once

#include <nodecpp/buffer.h>

#include <string_view>

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

// parseEncoding() of nodecpp/buffer.h for a name in two words, which pass in registers.
bool parseEncodingName(std::string_view name, Encoding& encoding) noexcept;

// Writes the two lower-case hexadecimal digits of each byte, and returns the end of what it has written.
char* writeHex(char* to, const unsigned char* data, std::size_t size) noexcept;

}  // namespace nodecpp::detail
