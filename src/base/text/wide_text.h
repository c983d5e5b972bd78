// Processes text in steps of 32 bytes with AVX2 when the processor has it, or with simdutf in a build with
// -DNODECPP_SIMDUTF=ON. Each function does a part of the work from the front, possibly nothing, and returns how far it
// came. The caller's own loop over bytes does the rest and handles malformed input.
#pragma once

#include <cstddef>

namespace nodecpp::wide {

// Tells whether the processor has the instructions that the other functions need. They must not be called otherwise.
bool available() noexcept;
// From this size on, calling the functions pays off.
inline constexpr std::size_t least = 32;
// True when a second call cannot do more than the first one.
#if NODECPP_SIMDUTF
inline constexpr bool allOrNothing = true;
#else
inline constexpr bool allOrNothing = false;
#endif

// Returns the number of bytes from the front that are well-formed UTF-8 and end with a whole character.
std::size_t utf8Prefix(const char* data, std::size_t size) noexcept;

// Returns the number of UTF-16 units in the first part of a UTF-8 text. Writes the length of that part, a multiple of
// 32, to `counted`.
std::size_t units(const char* data, std::size_t size, std::size_t& counted) noexcept;

struct Done {
  std::size_t read, written;
};
// Encodes bytes as base64 digits, and reads only whole groups of three bytes. `to` must have room for the whole result.
Done toBase64(const char* data, std::size_t size, char* to, bool url) noexcept;
// Decodes base64 digits of both alphabets in groups of four, up to the first character that is no digit. Writes at most
// `room` bytes.
Done fromBase64(const char* data, std::size_t size, char* to, std::size_t room) noexcept;

// These functions exist only with simdutf. They convert a whole text or nothing: UTF-8 to UTF-16 (little endian) or
// latin1, writing at most `room` bytes, and UTF-16 or latin1 to UTF-8, where `to` must have enough room.
Done toUtf16(const char* data, std::size_t size, char* to, std::size_t room) noexcept;
Done toLatin1(const char* data, std::size_t size, char* to, std::size_t room) noexcept;
Done fromUtf16(const char* data, std::size_t units, char* to) noexcept;
Done fromLatin1(const char* data, std::size_t size, char* to) noexcept;

}  // namespace nodecpp::wide
