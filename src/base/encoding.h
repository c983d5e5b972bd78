// Text to bytes and back in Node's encodings.
#pragma once

#include <nodecpp/buffer.h>

namespace nodecpp::detail {

// How many bytes of `data` from the front are ASCII, or well-formed UTF-8.
std::size_t asciiPrefix(const char* data, std::size_t size) noexcept;
std::size_t utf8Prefix(const char* data, std::size_t size) noexcept;

// Whether `text` has a half of a surrogate pair, for which WTF-8 has bytes and UTF-8 has none.
bool hasSurrogate(StringArg text) noexcept;
// What leaves the program in UTF-8: `text` with U+FFFD in the place of lone surrogates.
String wellFormed(StringArg text);

// Bytes that `text` takes at most in `encoding`; exactly, except for hex and base64 with characters that do not belong.
std::size_t encodedSize(StringArg text, Encoding encoding) noexcept;
// Writes what fits into `room` and no part of a character; returns the bytes written.
std::size_t encode(StringArg text, Encoding encoding, char* to, std::size_t room) noexcept;
// Bytes as text: buf.toString(encoding).
String decode(const char* data, std::size_t size, Encoding encoding);

}  // namespace nodecpp::detail
