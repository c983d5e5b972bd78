// Percent-encoding, the way Node and ECMAScript do it.
#pragma once

#include <nodecpp/string.h>

#include <array>
#include <string>
#include <string_view>

namespace nodecpp::querystring::detail {

// Characters that stay as they are; all others, and all bytes above 0x7f, are encoded.
using Unescaped = std::array<bool, 128>;
constexpr Unescaped unescapedSet(std::string_view marks) {
  Unescaped set{};
  for (int c = '0'; c <= '9'; ++c) set[std::size_t(c)] = true;
  for (int c = 'a'; c <= 'z'; ++c) set[std::size_t(c)] = set[std::size_t(c - 32)] = true;
  for (char c : marks) set[std::size_t(c)] = true;
  return set;
}

// Appends `text` encoded to `out`. Throws ERR_INVALID_URI for a lone surrogate at the end; one elsewhere is joined with
// what follows, as Node does.
void encode(std::string& out, std::string_view text, const Unescaped& keep);

// ECMAScript's decodeURIComponent. False when it would throw: `out` is then of no use.
bool decodeComponent(std::string& out, std::string_view text);
// The same, throwing its URIError.
String decodeURIComponent(std::string_view text);

// The WHATWG's percent-decode: never fails, what is malformed stays as it is.
std::string percentDecode(std::string_view text);

// Node's fallback: decodes what can be decoded; of characters above U+00FF only the low byte survives.
std::string decodeBytes(std::string_view text, bool decodeSpaces);
// Both in sequence, as querystring.unescape.
String unescape(std::string_view text, bool decodeSpaces);

}  // namespace nodecpp::querystring::detail
