// Normal forms: https://www.unicode.org/reports/tr15/
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <algorithm>
#include <compare>
#include <vector>

#include "base/string_units.h"
#include "base/unicode.h"

namespace nodecpp {

namespace {

// Hangul: a syllable is a leading consonant, a vowel and perhaps a trailing consonant (Unicode 3.12).
constexpr char32_t syllables = 0xac00, leading = 0x1100, vowels = 0x1161, trailing = 0x11a7;
constexpr char32_t syllableCount = 11172, leadingCount = 19, vowelCount = 21, trailingCount = 28;

void decompose(std::u32string& out, char32_t code, bool compatible) {
  if (code < syllables || code >= syllables + syllableCount) return unicode::appendDecomposed(out, code, compatible);
  const char32_t index = code - syllables;
  out += leading + index / (vowelCount * trailingCount);
  out += vowels + index / trailingCount % vowelCount;
  if (index % trailingCount) out += trailing + index % trailingCount;
}

// Puts marks that follow one another in the order of their classes; those of one class keep theirs.
void sortMarks(std::u32string& text) {
  struct Mark {
    int rank;
    std::size_t place;
    char32_t code;
    auto operator<=>(const Mark&) const = default;
  };
  std::vector<Mark> marks;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (const int rank = i < text.size() ? unicode::combining(text[i]) : 0) {
      marks.push_back({rank, i, text[i]});
      continue;
    }
    std::ranges::sort(marks);
    for (std::size_t k = 0; k < marks.size(); ++k) text[i - marks.size() + k] = marks[k].code;
    marks.clear();
  }
}

// Two that become one: a starter and what follows it.
char32_t composed(char32_t first, char32_t second) {
  if (first >= leading && first < leading + leadingCount && second >= vowels && second < vowels + vowelCount)
    return syllables + ((first - leading) * vowelCount + second - vowels) * trailingCount;
  if (first >= syllables && first < syllables + syllableCount && (first - syllables) % trailingCount == 0 &&
      second > trailing && second < trailing + trailingCount)
    return first + second - trailing;
  return unicode::composed(first, second);
}

void compose(std::u32string& text) {
  constexpr std::size_t none = std::size_t(-1);
  std::size_t to = 0, starter = none;
  int last = 0;  // the class of what was put behind the starter last
  for (std::size_t from = 0; from < text.size(); ++from) {
    const int rank = unicode::combining(text[from]);
    // Nothing of its own class or of a higher one may stand between.
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
  sortMarks(codes);
  if (composes) compose(codes);
  std::string out;
  out.reserve(text.size());
  for (char32_t code : codes) utf8::append(out, code);
  return copyOf(out.data(), out.size());
}

}  // namespace nodecpp
