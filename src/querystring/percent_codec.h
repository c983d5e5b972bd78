// Percent-encoding as Node and ECMAScript do it.
#pragma once

#include <nodecpp/string.h>

#include <array>
#include <string>
#include <string_view>

namespace nodecpp::querystring::detail {

// The characters that are not encoded. All other characters, and all bytes above 0x7f, are encoded.
using Unescaped = std::array<bool, 128>;
constexpr Unescaped unescapedSet(std::string_view marks) {
  Unescaped set{};
  for (int c = '0'; c <= '9'; ++c) set[std::size_t(c)] = true;
  for (int c = 'a'; c <= 'z'; ++c) set[std::size_t(c)] = set[std::size_t(c - 32)] = true;
  for (char c : marks) set[std::size_t(c)] = true;
  return set;
}

// Appends `text` to `out`, percent-encoded. Throws ERR_INVALID_URI for a lone surrogate at the end; a lone surrogate
// elsewhere is combined with the next character, as in Node.
void encode(std::string& out, std::string_view text, const Unescaped& keep);

// ECMAScript's decodeURIComponent. Returns false where ECMAScript throws; `out` is unspecified then.
bool decodeComponent(std::string& out, std::string_view text);
// ECMAScript's decodeURIComponent, with its URIError.
String decodeURIComponent(std::string_view text);

// The percent-decode of the WHATWG URL standard: never fails; malformed escapes stay unchanged.
std::string percentDecode(std::string_view text);

// Node's fallback for malformed texts: decodes the valid escapes. Of a character above U+00FF only the low byte is
// kept.
std::string decodeBytes(std::string_view text, bool decodeSpaces);
// Node's querystring.unescape: decodeComponent, and decodeBytes if that fails.
String unescape(std::string_view text, bool decodeSpaces);

}  // namespace nodecpp::querystring::detail
