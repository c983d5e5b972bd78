// Sets of code points, stored as sorted ranges. For a pattern with neither flag u nor v, the members are UTF-16 units.
#pragma once

#include <cstdint>
#include <vector>

namespace nodecpp::regexp {

// A range of code points, including both ends.
struct Range {
  char32_t first, last;
  bool operator==(const Range&) const = default;
};

class CharSet {
 public:
  static constexpr char32_t greatest = 0x10ffff;

  CharSet() = default;
  CharSet(std::initializer_list<Range> ranges) {
    for (const Range& each : ranges) add(each.first, each.last);
  }

  void add(char32_t code) { add(code, code); }
  void add(char32_t first, char32_t last);
  void add(const CharSet& more);
  bool has(char32_t code) const noexcept;
  // Whether the set contains any code point from `first` to `last`.
  bool meets(char32_t first, char32_t last) const noexcept;
  bool empty() const noexcept { return ranges_.empty(); }
  // Returns the ranges of the set in ascending order, with a gap between neighbours. The reference is valid until the
  // set changes or is destroyed.
  const std::vector<Range>& ranges() const noexcept [[clang::lifetimebound]] { return ranges_; }
  // Returns how many code points the set contains.
  std::size_t count() const noexcept;

  CharSet inverted() const;
  CharSet without(const CharSet& other) const;
  CharSet intersected(const CharSet& other) const;
  bool operator==(const CharSet&) const = default;

 private:
  std::vector<Range> ranges_;
};

// The characters that \d, \w and \s match, and the line terminators (ECMAScript 22.2.2.9, 12.2, 12.3).
const CharSet& digits();
const CharSet& wordCharacters();
const CharSet& spaces();
const CharSet& lineEnds();

constexpr bool isLineEnd(char32_t c) noexcept { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029; }
constexpr bool isWordCharacter(char32_t c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace nodecpp::regexp
