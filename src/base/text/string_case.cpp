// Converts to upper and lower case with Unicode's full mappings, independent of the locale.
#include <nodecpp/string.h>

#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/string_build.h"
#include "base/text/string_units.h"
#include "base/text/unicode.h"

namespace nodecpp {

namespace {

constexpr char32_t capitalSigma = 0x3a3, finalSigma = 0x3c2;

// Tells whether the next character that is not case-ignorable is a cased letter.
bool beginsCased(const char* at, const char* end) {
  while (at < end) {
    const utf8::Decoded one = utf8::decodeWtf(at, end);
    if (!unicode::isCaseIgnorable(one.code)) return unicode::isCased(one.code);
    at += one.size;
  }
  return false;
}

// Maps each code point of the text. Malformed bytes are copied unchanged.
String mapped(std::string_view text, bool lower) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  std::u32string codes;
  bool insideWord = false;  // The last character that is not case-ignorable was a cased letter.
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    const utf8::Decoded one = utf8::decodeWtf(at, end);
    codes.clear();
    if (one.valid) lower ? unicode::appendLower(codes, one.code) : unicode::appendUpper(codes, one.code);
    if (!one.valid || (codes.size() == 1 && codes[0] == one.code)) {
      out.append(at, one.size);
    } else {
      // A sigma is itself cased, so the search for the next cased letter never passes over another sigma, and no part
      // of the text is searched twice.
      if (lower && one.code == capitalSigma && insideWord && !beginsCased(at + one.size, end)) codes = finalSigma;
      for (char32_t code : codes) utf8::append(out, code);
    }
    if (lower && !unicode::isCaseIgnorable(one.code)) insideWord = unicode::isCased(one.code);
    at += one.size;
  }
  return String::copyOf(out.data(), out.size());
}

// Converts the text as if it were ASCII, with `change` for each byte. If it contains other characters, the result is
// discarded and the full mapping is used.
template <class Change>
String changed(const String& s, bool lower, Change change) {
  const char* from = s.data();
  const std::size_t size = s.size();
  unsigned char all = 0;
  String out = detail::buildString(size, [&](char* to) {
    for (std::size_t i = 0; i < size; ++i) {
      all |= static_cast<unsigned char>(from[i]);
      to[i] = change(from[i]);
    }
  });
  if (all & 0x80) [[unlikely]]
    return mapped({from, size}, lower);
  StringParts::noteAscii(out);
  return out;
}

}  // namespace

String String::toLowerCase() const {
  return changed(*this, true, [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; });
}
String String::toUpperCase() const {
  return changed(*this, false, [](char c) { return c >= 'a' && c <= 'z' ? char(c & ~0x20) : c; });
}

}  // namespace nodecpp
