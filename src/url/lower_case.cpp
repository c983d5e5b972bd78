#include "url/lower_case.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/unicode.h"

namespace nodecpp::url {

namespace {

constexpr char32_t capitalSigma = 0x3a3, finalSigma = 0x3c2;

// Whether the next character that is not passed over is a letter.
bool startsWithCased(std::string_view text) {
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    const utf8::Decoded one = utf8::decodeWtf(at, end);
    if (!unicode::isCaseIgnorable(one.code)) return unicode::isCased(one.code);
    at += one.size;
  }
  return false;
}

}  // namespace

std::string toLower(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  if (ascii::isAscii(text)) {
    for (char c : text) out += ascii::toLower(c);
    return out;
  }
  bool insideWord = false;  // a cased character has gone before
  while (!text.empty()) {
    const utf8::Decoded one = utf8::decodeWtf(text.data(), text.data() + text.size());
    std::u32string lower;
    if (one.valid) unicode::appendLower(lower, one.code);
    const std::string_view bytes = text.substr(0, one.size);
    text.remove_prefix(one.size);
    if (one.code == capitalSigma && insideWord && !startsWithCased(text)) lower = finalSigma;
    if (lower.empty() || lower.front() == one.code)
      out += bytes;
    else
      for (char32_t code : lower) utf8::append(out, code);
    if (!unicode::isCaseIgnorable(one.code)) insideWord = unicode::isCased(one.code);
  }
  return out;
}

}  // namespace nodecpp::url
