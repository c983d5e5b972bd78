// What all normal forms have in common (https://www.unicode.org/reports/tr15/): Hangul, which is arithmetic, and the order
// of marks.
#pragma once

#include <string>

namespace nodecpp::unicode {

// A syllable is a leading consonant, a vowel and perhaps a trailing consonant (Unicode 3.12).
inline constexpr char32_t syllables = 0xac00, leading = 0x1100, vowels = 0x1161, trailing = 0x11a7;
inline constexpr char32_t syllableCount = 11172, leadingCount = 19, vowelCount = 21, trailingCount = 28;

constexpr bool isSyllable(char32_t code) noexcept { return code >= syllables && code < syllables + syllableCount; }
constexpr bool isLeading(char32_t code) noexcept { return code >= leading && code < leading + leadingCount; }
constexpr bool isVowel(char32_t code) noexcept { return code >= vowels && code < vowels + vowelCount; }
// The first place stands for none.
constexpr bool isTrailing(char32_t code) noexcept { return code > trailing && code < trailing + trailingCount; }
// Whether it has a trailing consonant.
constexpr bool isClosed(char32_t syllable) noexcept { return (syllable - syllables) % trailingCount != 0; }
constexpr char32_t syllableOf(char32_t consonant, char32_t vowel) noexcept {
  return syllables + ((consonant - leading) * vowelCount + vowel - vowels) * trailingCount;
}
void appendSyllableParts(std::u32string& out, char32_t syllable);

// Puts marks that follow one another in the order of their classes, 0 for what is no mark; those of one class keep theirs.
void sortMarks(std::u32string& text, int (*combining)(char32_t code));

}  // namespace nodecpp::unicode
