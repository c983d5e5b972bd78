// The parts that all normalization forms have in common (https://www.unicode.org/reports/tr15/): Hangul syllables,
// which are composed by arithmetic, and the order of combining marks.
#pragma once

#include <string>

namespace nodecpp::unicode {

// A Hangul syllable consists of a leading consonant, a vowel and an optional trailing consonant (Unicode 3.12).
inline constexpr char32_t syllables = 0xac00, leading = 0x1100, vowels = 0x1161, trailing = 0x11a7;
inline constexpr char32_t syllableCount = 11172, leadingCount = 19, vowelCount = 21, trailingCount = 28;

constexpr bool isSyllable(char32_t code) noexcept { return code >= syllables && code < syllables + syllableCount; }
constexpr bool isLeading(char32_t code) noexcept { return code >= leading && code < leading + leadingCount; }
constexpr bool isVowel(char32_t code) noexcept { return code >= vowels && code < vowels + vowelCount; }
// The first value of the range means that there is no trailing consonant.
constexpr bool isTrailing(char32_t code) noexcept { return code > trailing && code < trailing + trailingCount; }
// Tells whether the syllable has a trailing consonant.
constexpr bool isClosed(char32_t syllable) noexcept { return (syllable - syllables) % trailingCount != 0; }
constexpr char32_t syllableOf(char32_t consonant, char32_t vowel) noexcept {
  return syllables + ((consonant - leading) * vowelCount + vowel - vowels) * trailingCount;
}
void appendSyllableParts(std::u32string& out, char32_t syllable);

// Sorts each run of combining marks by their classes. Marks of the same class keep their order. `combining` returns 0
// for a code point that is no mark.
void sortMarks(std::u32string& text, int (*combining)(char32_t code));

}  // namespace nodecpp::unicode
