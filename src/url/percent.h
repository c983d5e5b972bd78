// The percent-encode sets of the WHATWG URL standard. https://url.spec.whatwg.org/#percent-encoded-bytes
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace nodecpp::url {

// The ASCII characters that a set encodes. Bytes above 0x7e are encoded by every set.
using EncodeSet = std::array<bool, 128>;

constexpr EncodeSet encodeSet(const EncodeSet& base, std::string_view more) {
  EncodeSet set = base;
  for (char c : more) set[std::size_t(c)] = true;
  return set;
}
constexpr EncodeSet controlSet = [] {
  EncodeSet set{};
  for (std::size_t c = 0; c < 0x20; ++c) set[c] = true;
  set[0x7f] = true;
  return set;
}();
constexpr EncodeSet fragmentSet = encodeSet(controlSet, " \"<>`");
constexpr EncodeSet querySet = encodeSet(controlSet, " \"#<>");
constexpr EncodeSet specialQuerySet = encodeSet(querySet, "'");
constexpr EncodeSet pathSet = encodeSet(querySet, "?^`{}");
constexpr EncodeSet userinfoSet = encodeSet(pathSet, "/:;=@[\\]|");

// Appends `text` to `out`, percent-encoded.
void percentEncode(std::string& out, std::string_view text, const EncodeSet& set);

// JavaScript's toWellFormed: returns the text as valid UTF-8. Malformed bytes and lone surrogates become U+FFFD; a high
// and a low surrogate that are neighbours (after strings were joined) become one character.
std::string wellFormed(std::string_view text);

}  // namespace nodecpp::url
