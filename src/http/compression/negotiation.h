// Which encoding of its body a client wants, and which bodies become smaller.
#pragma once

#include <nodecpp/string.h>

#include <cstdint>
#include <string_view>

namespace nodecpp::http::detail {

// In the order in which they are offered.
enum class Coding : std::uint8_t { br, zstd, gzip, deflate, identity };
// Returns the name in Content-Encoding, a constant of the program.
std::string_view nameOf(Coding coding) noexcept;

// Returns the encoding that a client with this Accept-Encoding gets, as the npm package `negotiator` chooses it for
// `compression`: by q, then br and gzip before the others. Returns identity when none of them is acceptable. zstd is
// offered, and preferred to all others, when `zstd` is set. The time is linear in the length of the text.
Coding negotiate(std::string_view acceptEncoding, bool zstd);

// Whether data of this Content-Type usually becomes smaller, by the npm package `compressible`.
bool isCompressible(std::string_view contentType);

// Whether a list of words separated by commas has `lowerWord`, regardless of case and of white space around it.
bool listHas(std::string_view list, std::string_view lowerWord) noexcept;

}  // namespace nodecpp::http::detail
