// Decodes tables of code points that tools/code_points.js writes, and looks code points up in them. A table of rows
// stores, for each row, the step from the previous row's first code point and a value. A table of turns stores where a
// property begins and ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace nodecpp::unicode {

// A range of code points from `first` up to the first code point of the next row.
struct Row {
  std::uint32_t first, value;
};

template <std::size_t N>
constexpr std::array<Row, N / 2> rowsOf(const std::int32_t (&steps)[N]) {
  std::array<Row, N / 2> rows{};
  std::int32_t at = 0;
  for (std::size_t i = 0; i < N / 2; ++i) {
    at += steps[i * 2];
    rows[i] = {std::uint32_t(at), std::uint32_t(steps[i * 2 + 1])};
  }
  return rows;
}

template <std::size_t N>
constexpr std::array<char32_t, N> turnsOf(const std::int32_t (&steps)[N]) {
  std::array<char32_t, N> out{};
  for (std::size_t i = 0; i < N; ++i) out[i] = char32_t(steps[i]) + (i > 0 ? out[i - 1] : 0);
  return out;
}

// A code point and the two code points that it is composed of.
struct Composite {
  char32_t whole, first, second;
};

template <std::size_t N>
constexpr std::array<Composite, N / 3> compositesOf(const std::int32_t (&steps)[N]) {
  std::array<Composite, N / 3> out{};
  std::int32_t whole = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    whole += steps[i * 3];
    out[i] = {char32_t(whole), char32_t(steps[i * 3 + 1]), char32_t(steps[i * 3 + 2])};
  }
  return out;
}
inline constexpr auto partsOf = [](const Composite& one) { return std::pair(one.first, one.second); };
// Sorts the table by the two parts, for composedBy().
template <std::size_t N>
constexpr std::array<Composite, N> byParts(std::array<Composite, N> all) {
  std::ranges::sort(all, {}, partsOf);
  return all;
}
// Returns the code point that the two compose to, or 0 when they do not compose.
template <std::size_t N>
char32_t composedBy(const std::array<Composite, N>& sorted, char32_t first, char32_t second) noexcept {
  const auto found = std::ranges::lower_bound(sorted, std::pair(first, second), {}, partsOf);
  return found != sorted.end() && found->first == first && found->second == second ? found->whole : 0;
}
// Returns the entry of `whole` in a table sorted by `whole`, or null when there is none.
template <std::size_t N>
const Composite* partsIn(const std::array<Composite, N>& sorted, char32_t whole) noexcept {
  const auto found = std::ranges::lower_bound(sorted, whole, {}, &Composite::whole);
  return found != sorted.end() && found->whole == whole ? &*found : nullptr;
}

// Returns the row that contains `code`, which must not be below the first row.
template <std::size_t N>
const Row& rowOf(const std::array<Row, N>& rows, char32_t code) noexcept {
  return *std::prev(std::ranges::upper_bound(rows, std::uint32_t(code), {}, &Row::first));
}

template <std::size_t N>
bool has(const std::array<char32_t, N>& turns, char32_t code) noexcept {
  return (std::ranges::upper_bound(turns, code) - turns.begin()) % 2 == 1;
}

// The texts that rows of mappings refer to by number. The last code point of each text is stored as a negative number.
template <std::size_t codes, std::size_t count>
class Texts {
 public:
  explicit consteval Texts(const std::int32_t (&all)[codes]) : codes_(all) {
    std::size_t text = 0;
    for (std::size_t i = 0; i < codes; ++i)
      if (all[i] < 0 && text + 1 < count) starts_[++text] = std::uint16_t(i + 1);
  }
  void append(std::u32string& out, std::size_t text) const {
    const std::int32_t* code = codes_ + starts_[text];
    for (; *code >= 0; ++code) out += char32_t(*code);
    out += char32_t(-*code);
  }

 private:
  const std::int32_t* codes_;
  std::array<std::uint16_t, count> starts_{};
};
template <std::size_t N>
consteval std::size_t countTexts(const std::int32_t (&codes)[N]) {
  return std::size_t(std::ranges::count_if(codes, [](std::int32_t code) { return code < 0; }));
}

// How a row maps its code points. It is stored in the lowest three bits of the row's value. The bits above are a number
// with a meaning that depends on the kind.
enum Kind : std::uint32_t {
  same,
  disallowed,
  ignored,
  pairs,  // Every second code point, beginning with the first, becomes the next one.
  up,  // Each code point of the row is mapped to itself plus the number.
  down,
  to,  // All code points of the row are mapped to the one with this number.
  listed  // Each code point becomes a text. The number is that of the first code point's text.
};

// Appends what `code` is mapped to. Returns false and appends nothing when `code` is disallowed.
template <std::size_t N, std::size_t codes, std::size_t count>
bool appendBy(const std::array<Row, N>& rows, const Texts<codes, count>& texts, std::u32string& out, char32_t code) {
  const Row& row = rowOf(rows, code);
  const std::uint32_t number = row.value >> 3;
  switch (Kind(row.value & 7)) {
    case same: out += code; break;
    case disallowed: return false;
    case ignored: break;
    case pairs: out += code + (code - row.first + 1) % 2; break;
    case up: out += code + number; break;
    case down: out += code - number; break;
    case to: out += char32_t(number); break;
    case listed: texts.append(out, number + (code - row.first));
  }
  return true;
}

}  // namespace nodecpp::unicode
