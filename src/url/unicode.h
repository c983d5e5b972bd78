// What Node's library for international domain names knows of code points. The tables are made of Node's answers
// (tools/idna/generate.js).
#pragma once

#include <cstdint>
#include <string>

#include "base/code_points.h"

namespace nodecpp::url::unicode {

// Bidirectional classes: those between which no rule of RFC 5893 distinguishes are one. R and AL are rightToLeft; ES,
// CS, ET, ON and BN are neutral.
enum class Bidi : std::uint8_t { other, rightToLeft, arabicNumber, europeanNumber, neutral, nonspacing };

// The properties of a code point that mapping leaves as it is; for any other code point they mean nothing.
class Class {
 public:
  explicit Class(std::uint32_t bits) noexcept : bits_(bits) {}
  Bidi bidi() const noexcept { return Bidi(bits_ & 7); }
  // Every code point of the class `nonspacing` is a mark, too.
  bool isMark() const noexcept { return bits_ >> 3 & 1; }
  bool isVirama() const noexcept { return bits_ >> 4 & 1; }
  // Joining types L and D, and R and D.
  bool joinsLeft() const noexcept { return bits_ >> 5 & 1; }
  bool joinsRight() const noexcept { return bits_ >> 6 & 1; }
  // The canonical combining classes by number in their order: 0 is 0. Not all are those of String's normalize.
  int combining() const noexcept { return int(bits_ >> 7); }

 private:
  std::uint32_t bits_;
};
Class classOf(char32_t code) noexcept;

// Appends what UTS #46 maps `code` to, normalized (NFC). False, and nothing appended, when `code` is disallowed.
bool appendMapped(std::u32string& out, char32_t code);

// What canonical composition makes of two code points, 0 when they stay two. Hangul is left to arithmetic.
char32_t composed(char32_t first, char32_t second) noexcept;
// The two code points that `whole` is composed of; null when it is of one.
const nodecpp::unicode::Composite* decomposed(char32_t whole) noexcept;

}  // namespace nodecpp::url::unicode
