#include "util/mime_syntax.h"

#include <algorithm>

namespace nodecpp::mime {

namespace {

bool isTokenByte(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

}  // namespace

std::size_t notToken(std::string_view s) noexcept {
  const auto at = std::size_t(std::ranges::find_if_not(s, isTokenByte) - s.begin());
  return at == s.size() ? s.npos : at;
}
std::size_t notQuotable(std::string_view s) noexcept {
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto byte = static_cast<unsigned char>(s[i]);
    const bool isLatin1 = byte == 0xc2 || byte == 0xc3;  // a character from U+0080 to U+00FF has two bytes
    if (isLatin1)
      ++i;
    else if (byte != '\t' && (byte < 0x20 || byte > 0x7e))
      return i;
  }
  return s.npos;
}

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return out;
}
std::string_view withoutTrailing(std::string_view s) noexcept { return s.substr(0, s.find_last_not_of(whitespace) + 1); }

std::string takeQuoted(std::string_view& rest) {
  std::string out;
  std::size_t i = 0;
  for (; i < rest.size() && rest[i] != '"'; ++i) {
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    out += rest[i];
  }
  rest.remove_prefix(std::min(i + 1, rest.size()));
  return out;
}

std::string encoded(std::string_view value) {
  if (isToken(value)) return std::string(value);
  std::string out = "\"";
  for (char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace nodecpp::mime
