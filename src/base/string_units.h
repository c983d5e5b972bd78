// UTF-16 units in UTF-8: how many there are in bytes, and which byte a unit begins at. A unit belongs to the byte that
// begins its character; a byte from f0 on begins a pair. So malformed bytes have units, too, and each place is within
// the bytes.
#pragma once

#include <nodecpp/string.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"

namespace nodecpp {

namespace units {

constexpr std::size_t npos = std::string_view::npos;
inline std::string_view view(const StringArg& s) noexcept { return {s.data(), s.size()}; }
inline std::string_view view(const String& s) noexcept { return {s.data(), s.size()}; }

constexpr bool begins(char c) noexcept { return static_cast<signed char>(c) > -65; }
// Of the character that `c` begins.
constexpr std::size_t of(char c) noexcept { return static_cast<unsigned char>(c) >= 0xf0 ? 2 : 1; }

std::size_t count(const char* from, const char* end) noexcept;

// A character's first byte, and how many units are in front of it.
struct Place {
  std::size_t byte, unit;
};
// The character that has unit `unit`, or the end.
Place forward(std::string_view text, Place from, std::size_t unit) noexcept;  // from.unit <= unit
Place backward(std::string_view text, Place from, std::size_t unit) noexcept;  // from.unit >= unit

// Unit `half` of the character at `at` < `end`: U+FFFD where the bytes are malformed.
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
  } else if (first < 0xf0) {  // also half of a pair
    const std::uint32_t code = (first & 0xfu) << 12 | more(1) << 6 | more(2);
    if (whole && code >= 0x800) return char16_t(code);
  } else {
    const std::uint32_t code = (first & 0x7u) << 18 | more(1) << 12 | more(2) << 6 | more(3);
    if (whole && first < 0xf5 && code >= 0x10000 && code < 0x110000)
      return half ? utf8::lowHalf(code) : utf8::highHalf(code);
  }
  return utf8::replacement;
}

// Whether half of a pair stands at the end, or at the beginning, and could find its other half there.
inline bool endsHigh(std::string_view text) noexcept {
  if (text.size() < 3 || text[text.size() - 3] != '\xed') return false;
  return utf8::isHighHalf(utf8::surrogateAt(text.data() + text.size() - 3, text.data() + text.size()));
}
inline bool beginsLow(std::string_view text) noexcept {
  if (text.size() < 3 || text[0] != '\xed') [[likely]]
    return false;
  return utf8::surrogateAt(text.data(), text.data() + text.size()) >= 0xdc00;
}
// The four bytes of the character that the halves at the end of `high` and at the beginning of `low` are.
inline void join(char* to, std::string_view high, std::string_view low) noexcept {
  const std::uint32_t first = utf8::surrogateAt(high.data() + high.size() - 3, high.data() + high.size());
  const std::uint32_t second = utf8::surrogateAt(low.data(), low.data() + low.size());
  utf8::put(to, utf8::joined(first, second));
}
// `text` with all halves that stand side by side joined.
String joined(String text);

std::u16string wide(std::string_view text);

}  // namespace units

// What the parts of String share.
struct StringParts {

  // Whether all of it is ASCII, found out once.
  static bool isAscii(const String& s) noexcept {
    if (!s.isSlice()) {
      if (s.isNotedAscii()) return true;
      if (!s.isAsciiInlined() && !ascii::isAscii({s.inlined_.bytes, s.inlined_.size})) return false;
      noteAsciiInlined(s);
      return true;
    }
    return (s.slice_.note == String::unknown ? find(s) : s.slice_.note) == String::allAscii;
  }
  // What is known without looking.
  static bool isKnownAscii(const String& s) noexcept {
    return s.isSlice() ? s.slice_.note == String::allAscii : s.isAsciiInlined();
  }
  // Notes how many units `s` has; nothing of what is not a slice.
  static void noteAscii(const String& s) noexcept { note(s, String::allAscii); }
  static void noteUnits(const String& s, std::size_t units) noexcept {
    // Only malformed bytes have as many units without being ASCII, and there is no room for every number.
    const std::size_t excess = s.size() - units;
    const bool fits = units < s.size() && excess <= String::mostExcess;
    note(s, fits ? (String::unknown & ~String::excessBits) | std::uint32_t(excess) : String::someExcess);
  }
  // Where there is room for it. Without meaning to others, as in note().
  static void noteAsciiInlined(const String& s) noexcept {
    if (std::size_t(s.inlined_.size - 1) < sizeof(String::Inlined::bytes) - 1)
      __atomic_store_n(const_cast<char*>(&s.inlined_.bytes[22]), String::isAsciiState, __ATOMIC_RELAXED);
  }
  // Of two that are not empty, and do not have to be joined to a pair.
  static String sum(const StringArg& a, const StringArg& b);
  static std::uint32_t find(const String& s) noexcept;
  static void note(const String& s, std::uint32_t note) noexcept {
    // Without meaning to others, so that it may be noted in what is const.
    if (s.isSlice()) __atomic_store_n(const_cast<std::uint32_t*>(&s.slice_.note), note, __ATOMIC_RELAXED);
  }

  // The character that has the unit, or the end, of a text that is not ASCII.
  static units::Place placeOf(const String& s, std::size_t unit) noexcept;
  // The units in front of a byte that begins a character, or of the end.
  static std::size_t unitsBefore(const String& s, std::size_t byte) noexcept;
  // From unit `from` to unit `to`, `from` < `to` <= the length.
  static String part(const String& s, std::size_t from, std::size_t to);
};

}  // namespace nodecpp
