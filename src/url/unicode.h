// The Unicode properties that international domain names need. The tables are generated from the answers of Node's
// library by tools/idna/generate.js.
#pragma once

#include <cstdint>
#include <string>

#include "base/text/code_points.h"

namespace nodecpp::url::unicode {

// Bidirectional classes. Classes that no rule of RFC 5893 distinguishes are combined: R and AL are rightToLeft; ES, CS,
// ET, ON and BN are neutral.
enum class Bidi : std::uint8_t { other, rightToLeft, arabicNumber, europeanNumber, neutral, nonspacing };

// The properties of a code point that mapping leaves unchanged; they are unspecified for any other code point.
class Class {
 public:
  explicit Class(std::uint32_t bits) noexcept : bits_(bits) {}
  Bidi bidi() const noexcept { return Bidi(bits_ & 7); }
  // Every code point of the class `nonspacing` is a mark, too.
  bool isMark() const noexcept { return bits_ >> 3 & 1; }
  bool isVirama() const noexcept { return bits_ >> 4 & 1; }
  // joinsLeft is true for the joining types L and D, joinsRight for R and D.
  bool joinsLeft() const noexcept { return bits_ >> 5 & 1; }
  bool joinsRight() const noexcept { return bits_ >> 6 & 1; }
  // Returns the canonical combining class as a number that keeps the order of the classes; 0 is class 0. Some classes
  // differ from those of String's normalize.
  int combining() const noexcept { return int(bits_ >> 7); }

 private:
  std::uint32_t bits_;
};
Class classOf(char32_t code) noexcept;

// Appends what UTS #46 maps `code` to, in NFC. Returns false and appends nothing when `code` is disallowed.
bool appendMapped(std::u32string& out, char32_t code);

// Returns the canonical composition of two code points, or 0 when there is none. Hangul is not in the table, since its
// syllables are computed.
char32_t composed(char32_t first, char32_t second) noexcept;
// Returns the two code points of which `whole` is composed, or null when it has no decomposition.
const nodecpp::unicode::Composite* decomposed(char32_t whole) noexcept;

}  // namespace nodecpp::url::unicode
