// https://www.unicode.org/reports/tr15/
#include "url/nfc.h"

#include "base/text/normalize.h"
#include "url/unicode.h"

namespace nodecpp::url {

namespace {

using nodecpp::unicode::isClosed;
using nodecpp::unicode::isLeading;
using nodecpp::unicode::isSyllable;
using nodecpp::unicode::isTrailing;
using nodecpp::unicode::isVowel;

int combining(char32_t code) { return unicode::classOf(code).combining(); }

void decompose(std::u32string& out, char32_t code) {
  if (isSyllable(code)) {
    nodecpp::unicode::appendSyllableParts(out, code);
  } else if (const nodecpp::unicode::Composite* parts = unicode::decomposed(code)) {
    decompose(out, parts->first);
    out += parts->second;
  } else {
    out += code;
  }
}

// Returns the Hangul syllable that begins at `from` and moves `from` behind it; 0 when there is none.
char32_t takeSyllable(const std::u32string& text, std::size_t& from) {
  if (from + 1 >= text.size() || !isLeading(text[from]) || !isVowel(text[from + 1])) return 0;
  char32_t syllable = nodecpp::unicode::syllableOf(text[from], text[from + 1]);
  from += 2;
  if (from < text.size() && isTrailing(text[from])) syllable += text[from++] - nodecpp::unicode::trailing;
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
    // A mark is composed with the base character unless a mark of the same or a higher combining class is between them.
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
    const bool closed = isSyllable(text[i]) && isClosed(text[i]);
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
  nodecpp::unicode::sortMarks(out, combining);
  compose(out);
  text = std::move(out);
}

}  // namespace nodecpp::url
