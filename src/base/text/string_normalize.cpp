// Implements String::normalize. The normalization forms are defined by https://www.unicode.org/reports/tr15/
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <string>
#include <string_view>

#include "base/text/normalize.h"
#include "base/text/string_units.h"
#include "base/text/unicode.h"

namespace nodecpp {

namespace {

void decompose(std::u32string& out, char32_t code, bool compatible) {
  if (unicode::isSyllable(code))
    unicode::appendSyllableParts(out, code);
  else
    unicode::appendDecomposed(out, code, compatible);
}

// Returns the composition of a starter and a following code point, or 0.
char32_t composed(char32_t first, char32_t second) {
  using namespace unicode;
  if (isLeading(first) && isVowel(second)) return syllableOf(first, second);
  if (isSyllable(first) && !isClosed(first) && isTrailing(second)) return first + second - trailing;
  return unicode::composed(first, second);
}

void compose(std::u32string& text) {
  constexpr std::size_t none = std::size_t(-1);
  std::size_t to = 0, starter = none;
  int last = 0;  // The combining class of the last code point that was written after the starter.
  for (std::size_t from = 0; from < text.size(); ++from) {
    const int rank = unicode::combining(text[from]);
    // A mark composes with the starter only if no mark of the same or a higher class is between them.
    const bool reaches = starter != none && (starter + 1 == to || (last < rank && last != 0));
    if (reaches)
      if (const char32_t both = composed(text[starter], text[from])) {
        text[starter] = both;
        continue;
      }
    if (rank == 0) starter = to;
    last = rank;
    text[to++] = text[from];
  }
  text.resize(to);
}

}  // namespace

String String::normalize(StringArg form) const {
  const std::string_view name = units::view(form);
  const bool compatible = name == "NFKC" || name == "NFKD", composes = name == "NFC" || name == "NFKC";
  if (!compatible && !composes && name != "NFD")
    throw RangeError(str("The normalization form should be one of NFC, NFD, NFKC, NFKD."));
  if (StringParts::isAscii(*this)) return *this;
  std::u32string codes;
  codes.reserve(size());
  const std::string_view text = units::view(*this);
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    const utf8::Decoded one = utf8::decodeWtf(at, end);
    decompose(codes, one.code, compatible);
    at += one.size;
  }
  unicode::sortMarks(codes, unicode::combining);
  if (composes) compose(codes);
  std::string out;
  out.reserve(text.size());
  for (char32_t code : codes) utf8::append(out, code);
  return copyOf(out.data(), out.size());
}

}  // namespace nodecpp
