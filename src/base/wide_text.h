// Texts in steps of 32 bytes, by AVX2 where the processor has it. Each function does a part of the work, from the front, and
// returns how far it came; what is left, and what it found odd, is for the caller's own loop over bytes.
#pragma once

#include <cstddef>

namespace nodecpp::wide {

// Whether the processor has what the others need; they are called only then.
bool available() noexcept;
// From this size on they are worth a call.
inline constexpr std::size_t least = 32;

// So many bytes from the front are well-formed UTF-8, which end with a character.
std::size_t utf8Prefix(const char* data, std::size_t size) noexcept;

struct Done {
  std::size_t read, written;
};
// Digits of base64 for bytes; reads whole groups of three. `to` has room for all.
Done toBase64(const char* data, std::size_t size, char* to, bool url) noexcept;
// Bytes for digits of base64 of both alphabets, up to the first that is none, in groups of four. Nothing is written
// beyond `room`.
Done fromBase64(const char* data, std::size_t size, char* to, std::size_t room) noexcept;

}  // namespace nodecpp::wide
