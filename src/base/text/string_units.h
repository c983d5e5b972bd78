// Converts between UTF-16 units and UTF-8 bytes: how many units a text has, and at which byte a unit begins. The units
// of a character belong to its first byte, and a first byte of 0xf0 or above has two units. Malformed bytes therefore
// have units too, and each place is inside of the text.
#pragma once

#include <nodecpp/string.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

namespace nodecpp {

namespace units {

constexpr std::size_t npos = std::string_view::npos;
inline std::string_view view(const StringArg& s) noexcept { return {s.data(), s.size()}; }
inline std::string_view view(const String& s) noexcept { return {s.data(), s.size()}; }

constexpr bool begins(char c) noexcept { return static_cast<signed char>(c) > -65; }
// The number of UTF-16 units of the character that begins with the byte `c`.
constexpr std::size_t of(char c) noexcept { return static_cast<unsigned char>(c) >= 0xf0 ? 2 : 1; }

std::size_t count(const char* from, const char* end) noexcept;

// The offset of a character's first byte, and the number of units before it.
struct Place {
  std::size_t byte, unit;
};
// Return the place of the character that contains unit `unit`, or the end of the text.
Place forward(std::string_view text, Place from, std::size_t unit) noexcept;  // forward() requires from.unit <= unit.
Place backward(std::string_view text, Place from, std::size_t unit) noexcept;  // backward() requires from.unit >= unit.

// Returns unit 0 or 1 (`half`) of the character at `at`, which is before `end`. Returns U+FFFD when the bytes are
// malformed.
inline char16_t at(const char* at, const char* end, std::size_t half) noexcept {
  const auto first = static_cast<unsigned char>(*at);
  if (first < 0x80) return first;
  bool whole = true;
  auto more = [&](std::ptrdiff_t i) -> std::uint32_t {
    if (end - at > i && !begins(at[i])) return static_cast<unsigned char>(at[i]) & 0x3f;
    whole = false;
    return 0;
  };
  if (first < 0xe0) {
    const std::uint32_t code = (first & 0x1fu) << 6 | more(1);
    if (whole && first >= 0xc2) return char16_t(code);
  } else if (first < 0xf0) {  // The character may be a lone surrogate.
    const std::uint32_t code = (first & 0xfu) << 12 | more(1) << 6 | more(2);
    if (whole && code >= 0x800) return char16_t(code);
  } else {
    const std::uint32_t code = (first & 0x7u) << 18 | more(1) << 12 | more(2) << 6 | more(3);
    if (whole && first < 0xf5 && code >= 0x10000 && code < 0x110000)
      return half ? utf8::lowHalf(code) : utf8::highHalf(code);
  }
  return utf8::replacement;
}

// Tell whether the text ends with a high surrogate, or begins with a low surrogate. Concatenation may join the two.
inline bool endsHigh(std::string_view text) noexcept {
  if (text.size() < 3 || text[text.size() - 3] != '\xed') return false;
  return utf8::isHighHalf(utf8::surrogateAt(text.data() + text.size() - 3, text.data() + text.size()));
}
inline bool beginsLow(std::string_view text) noexcept {
  if (text.size() < 3 || text[0] != '\xed') [[likely]]
    return false;
  return utf8::surrogateAt(text.data(), text.data() + text.size()) >= 0xdc00;
}
// Writes the 4 bytes of the character that a high surrogate at the end of `high` and a low surrogate at the beginning
// of `low` form.
inline void join(char* to, std::string_view high, std::string_view low) noexcept {
  const std::uint32_t first = utf8::surrogateAt(high.data() + high.size() - 3, high.data() + high.size());
  const std::uint32_t second = utf8::surrogateAt(low.data(), low.data() + low.size());
  utf8::put(to, utf8::joined(first, second));
}
// Returns `text` with all adjacent surrogate pairs joined to characters.
String joined(String text);

std::u16string wide(std::string_view text);

// As many bytes of ones as a String has, followed by as many zeros.
inline constexpr auto onesAndZeros = [] {
  std::array<char, 2 * sizeof(String)> bytes{};
  for (std::size_t i = 0; i < sizeof(String); ++i) bytes[i] = char(0xff);
  return bytes;
}();

}  // namespace units

// Functions that the source files of String share.
struct StringParts {

  // Tells whether the text is ASCII. The answer is noted in the String.
  static bool isAscii(const String& s) noexcept {
    if (!s.isSlice()) {
      if (s.isNotedAscii()) return true;
      if (!s.isAsciiInlined() && !ascii::isAscii({s.inlined_.bytes, s.inlined_.size})) return false;
      noteAsciiInlined(s);
      return true;
    }
    return (s.slice_.note == String::unknown ? find(s) : s.slice_.note) == String::allAscii;
  }
  // Tells whether the text is already noted as ASCII, without reading its bytes.
  static bool isKnownAscii(const String& s) noexcept {
    return s.isNotedAscii() || (!s.isSlice() && s.isAsciiInlined());
  }
  // Returns the ASCII text of 1 to 8 bytes in a word, with the first byte lowest.
  static String ofWord(std::uint64_t bytes, unsigned size) noexcept {
    String out;
    out.setWords({bytes, std::uint64_t(size) << 56 | std::uint64_t(static_cast<unsigned char>(String::isAsciiState)) << 48});
    return out;
  }
  // Returns the part between two byte offsets of a text, which is ASCII or is not known to be.
  static String piece(const String& s, bool isAscii, std::size_t from, std::size_t to) {
    return isAscii && from < to ? s.asciiSlice(from, to) : s.byteSlice(from, to);
  }
  // Returns the part between two byte offsets of an ASCII text, whose bytes are `all`.
  static String asciiPart(const String& s, std::string_view all, std::size_t from, std::size_t to) {
    const std::size_t size = to - from;
    if (size >= sizeof(String::Inlined::bytes) || all.size() - from < sizeof(String)) [[unlikely]]
      return from < to ? s.asciiSlice(from, to) : String();
    // As many bytes are read as a String holds, and those behind the part are masked out. This takes no branch for each
    // size.
    std::uint64_t words[3], kept[3];
    std::memcpy(words, all.data() + from, sizeof words);
    std::memcpy(kept, units::onesAndZeros.data() + sizeof kept - size, sizeof kept);
    const std::uint64_t state = size ? static_cast<unsigned char>(String::isAsciiState) : 0;
    String out;
    out.setWords(words[0] & kept[0], words[1] & kept[1], (words[2] & kept[2]) | std::uint64_t(size) << 56 | state << 48);
    return out;
  }
  // Notes the number of units of `s`. Does nothing when `s` is not a slice.
  static void noteAscii(const String& s) noexcept { note(s, String::allAscii); }
  static void noteUnits(const String& s, std::size_t units) noexcept {
    // A text with as many units as bytes that is not ASCII has malformed bytes, and the note has no room for large
    // numbers.
    const std::size_t excess = s.size() - units;
    const bool fits = units < s.size() && excess <= String::maxExcess;
    note(s, fits ? (String::unknown & ~String::excessBits) | std::uint32_t(excess) : String::someExcess);
  }
  // Notes that an inlined text is ASCII, if it has room for the note. The note does not change the String's value, as
  // in note().
  static void noteAsciiInlined(const String& s) noexcept {
    if (std::size_t(s.inlined_.size - 1) < sizeof(String::Inlined::bytes) - 1)
      __atomic_store_n(const_cast<char*>(&s.inlined_.bytes[22]), String::isAsciiState, __ATOMIC_RELAXED);
  }
  // Concatenates two texts that are not empty and that do not join to a surrogate pair.
  static String sum(const StringArg& a, const StringArg& b);
  static std::uint32_t find(const String& s) noexcept;
  static void note(const String& s, std::uint32_t note) noexcept {
    // The note does not change the String's value, so it may be written to a const String.
    if (s.isSlice()) __atomic_store_n(const_cast<std::uint32_t*>(&s.slice_.note), note, __ATOMIC_RELAXED);
  }

  // Returns the place of the character that contains the unit, or the end. For texts that are not ASCII.
  static units::Place placeOf(const String& s, std::size_t unit) noexcept;
  // Returns the number of units before a byte that begins a character, or before the end.
  static std::size_t unitsBefore(const String& s, std::size_t byte) noexcept;
  // Returns the part from unit `from` up to, but not including, unit `to`. Requires from < to <= length.
  static String part(const String& s, std::size_t from, std::size_t to);
};

}  // namespace nodecpp
