#include "base/text/normalize.h"

#include <algorithm>
#include <compare>
#include <vector>

namespace nodecpp::unicode {

void appendSyllableParts(std::u32string& out, char32_t syllable) {
  const char32_t index = syllable - syllables;
  out += leading + index / (vowelCount * trailingCount);
  out += vowels + index / trailingCount % vowelCount;
  if (index % trailingCount) out += trailing + index % trailingCount;
}

void sortMarks(std::u32string& text, int (*combining)(char32_t)) {
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

}  // namespace nodecpp::unicode
