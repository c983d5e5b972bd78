#include "url/percent.h"

#include "base/utf8.h"

namespace nodecpp::url {

void percentEncode(std::string& out, std::string_view text, const EncodeSet& set) {
  auto kept = [&](char c) { return static_cast<unsigned char>(c) < 0x80 && !set[static_cast<unsigned char>(c)]; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && kept(text[end])) ++end;
    out.append(text, at, end - at);
    for (; end < text.size() && !kept(text[end]); ++end) {
      const auto byte = static_cast<unsigned char>(text[end]);
      const char escape[] = {'%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
      out.append(escape, sizeof escape);
    }
    at = end;
  }
}

namespace {

// The surrogate that three bytes stand for, 0 when they stand for none.
unsigned surrogateAt(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '\xed') return 0;
  const auto second = static_cast<unsigned char>(text[at + 1]), third = static_cast<unsigned char>(text[at + 2]);
  if ((second & 0xe0) != 0xa0 || (third & 0xc0) != 0x80) return 0;
  return 0xd000u | (second & 0x3fu) << 6 | (third & 0x3fu);
}

}  // namespace

std::string wellFormed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  auto put = [&](std::uint32_t code) {
    char bytes[4];
    out.append(bytes, utf8::put(bytes, code));
  };
  for (std::size_t at = 0; at < text.size();) {
    if (const unsigned high = surrogateAt(text, at)) {
      const unsigned low = surrogateAt(text, at + 3);
      const bool pair = high < 0xdc00 && low >= 0xdc00;
      put(pair ? 0x10000u + ((high - 0xd800u) << 10) + (low - 0xdc00u) : utf8::replacement);
      at += pair ? 6 : 3;
      continue;
    }
    const auto one = utf8::decode(text.data() + at, text.data() + text.size());
    put(one.code);
    at += one.size;
  }
  return out;
}

}  // namespace nodecpp::url
