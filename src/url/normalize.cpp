// https://www.unicode.org/reports/tr15/
#include "url/normalize.h"

#include <algorithm>
#include <compare>
#include <vector>

#include "url/unicode.h"

namespace nodecpp::url {

namespace {

// Hangul: a syllable is a leading consonant, a vowel and perhaps a trailing consonant (Unicode 3.12).
constexpr char32_t syllables = 0xac00, leading = 0x1100, vowels = 0x1161, trailing = 0x11a7;
constexpr char32_t syllableCount = 11172, leadingCount = 19, vowelCount = 21, trailingCount = 28;

bool isSyllable(char32_t code) { return code >= syllables && code < syllables + syllableCount; }
bool isLeading(char32_t code) { return code >= leading && code < leading + leadingCount; }
bool isVowel(char32_t code) { return code >= vowels && code < vowels + vowelCount; }
// The first place stands for none.
bool isTrailing(char32_t code) { return code > trailing && code < trailing + trailingCount; }

int combining(char32_t code) { return unicode::classOf(code).combining(); }

void decompose(std::u32string& out, char32_t code) {
  if (isSyllable(code)) {
    const char32_t index = code - syllables;
    out += leading + index / (vowelCount * trailingCount);
    out += vowels + index / trailingCount % vowelCount;
    if (index % trailingCount) out += trailing + index % trailingCount;
  } else if (const unicode::Composite* parts = unicode::decomposed(code)) {
    decompose(out, parts->first);
    out += parts->second;
  } else {
    out += code;
  }
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
    if (const int rank = i < text.size() ? combining(text[i]) : 0) {
      marks.push_back({rank, i, text[i]});
      continue;
    }
    std::ranges::sort(marks);
    for (std::size_t k = 0; k < marks.size(); ++k) text[i - marks.size() + k] = marks[k].code;
    marks.clear();
  }
}

// The syllable that begins at `from`, which is moved behind it; 0 when there is none.
char32_t takeSyllable(const std::u32string& text, std::size_t& from) {
  if (from + 1 >= text.size() || !isLeading(text[from]) || !isVowel(text[from + 1])) return 0;
  char32_t syllable = syllables + ((text[from] - leading) * vowelCount + text[from + 1] - vowels) * trailingCount;
  from += 2;
  if (from < text.size() && isTrailing(text[from])) syllable += text[from++] - trailing;
  return syllable;
}

void compose(std::u32string& text) {
  std::size_t to = 0;
  for (std::size_t from = 0; from < text.size();) {
    if (const char32_t syllable = takeSyllable(text, from)) {
      text[to++] = syllable;
      continue;
    }
    char32_t whole = text[from++];
    const std::size_t at = to++;
    // A mark is composed unless one of its own class, or of a higher one, stands between.
    for (int last = -1; from < text.size(); ++from) {
      const int rank = combining(text[from]);
      if (last < rank)
        if (const char32_t both = unicode::composed(whole, text[from])) {
          whole = both;
          continue;
        }
      if (rank == 0) break;
      last = rank;
      text[to++] = text[from];
    }
    text[at] = whole;
  }
  text.resize(to);
}

bool isNormalized(const std::u32string& text) {
  int last = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int rank = combining(text[i]);
    if (rank != 0 && last > rank) return false;
    last = rank;
    const bool closed = isSyllable(text[i]) && (text[i] - syllables) % trailingCount != 0;
    if (closed && i + 1 < text.size() && isTrailing(text[i + 1])) return false;
  }
  std::u32string copy = text;
  compose(copy);
  return copy == text;
}

}  // namespace

void normalize(std::u32string& text) {
  if (isNormalized(text)) return;
  std::u32string out;
  out.reserve(text.size() * 3);
  for (char32_t code : text) decompose(out, code);
  sortMarks(out);
  compose(out);
  text = std::move(out);
}

}  // namespace nodecpp::url
