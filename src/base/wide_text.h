// Texts in steps of 32 bytes, by AVX2 where the processor has it; or by simdutf, in a build with -DNODECPP_SIMDUTF=ON. Each
// function does a part of the work, from the front, and returns how far it came, which may be nowhere; what is left, and
// what it found odd, is for the caller's own loop over bytes.
#pragma once

#include <cstddef>

namespace nodecpp::wide {

// Whether the processor has what the others need; they are called only then.
bool available() noexcept;
// From this size on they are worth a call.
inline constexpr std::size_t least = 32;
// Whether what is not done by the first call will not be done by another.
#if NODECPP_SIMDUTF
inline constexpr bool allOrNothing = true;
#else
inline constexpr bool allOrNothing = false;
#endif

// So many bytes from the front are well-formed UTF-8, which end with a character.
std::size_t utf8Prefix(const char* data, std::size_t size) noexcept;

// The UTF-16 units of so many bytes of UTF-8, of a part that is a multiple of 32 long; `counted` is its length.
std::size_t units(const char* data, std::size_t size, std::size_t& counted) noexcept;

struct Done {
  std::size_t read, written;
};
// Digits of base64 for bytes; reads whole groups of three. `to` has room for all.
Done toBase64(const char* data, std::size_t size, char* to, bool url) noexcept;
// Bytes for digits of base64 of both alphabets, up to the first that is none, in groups of four. Nothing is written
// beyond `room`.
Done fromBase64(const char* data, std::size_t size, char* to, std::size_t room) noexcept;

// Only with simdutf. All or nothing of a text: UTF-8 as UTF-16 (little endian) or latin1 into `room` bytes, and back to
// where there is room.
Done toUtf16(const char* data, std::size_t size, char* to, std::size_t room) noexcept;
Done toLatin1(const char* data, std::size_t size, char* to, std::size_t room) noexcept;
Done fromUtf16(const char* data, std::size_t units, char* to) noexcept;
Done fromLatin1(const char* data, std::size_t size, char* to) noexcept;

}  // namespace nodecpp::wide
