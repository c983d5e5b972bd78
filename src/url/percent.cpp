#include "url/percent.h"

#include <string>
#include <string_view>

#include "base/text/utf8.h"

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

std::string wellFormed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto one = utf8::decodeWtf(text.data() + at, text.data() + text.size());
    utf8::append(out, (one.code & 0xfffff800) == 0xd800 ? utf8::replacement : one.code);
    at += one.size;
  }
  return out;
}

}  // namespace nodecpp::url
