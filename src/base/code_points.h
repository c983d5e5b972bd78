// Tables of code points as tools/code_points.js writes them, and what they say of one. A table of rows has a step from each
// row's first code point to the next one's, and the row's value; one of turns has where a property begins and ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace nodecpp::unicode {

// From `first` to the next row's first code point.
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

// A code point, and the two that it is made of.
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
// The same, to be looked up by the two.
template <std::size_t N>
constexpr std::array<Composite, N> byParts(std::array<Composite, N> all) {
  std::ranges::sort(all, {}, partsOf);
  return all;
}
// What the two become; 0 when they stay two.
template <std::size_t N>
char32_t composedBy(const std::array<Composite, N>& sorted, char32_t first, char32_t second) noexcept {
  const auto found = std::ranges::lower_bound(sorted, std::pair(first, second), {}, partsOf);
  return found != sorted.end() && found->first == first && found->second == second ? found->whole : 0;
}
// What `whole` is made of, in a table by wholes; null when it is not there.
template <std::size_t N>
const Composite* partsIn(const std::array<Composite, N>& sorted, char32_t whole) noexcept {
  const auto found = std::ranges::lower_bound(sorted, whole, {}, &Composite::whole);
  return found != sorted.end() && found->whole == whole ? &*found : nullptr;
}

// `code` is not below the first row.
template <std::size_t N>
const Row& rowOf(const std::array<Row, N>& rows, char32_t code) noexcept {
  return *std::prev(std::ranges::upper_bound(rows, std::uint32_t(code), {}, &Row::first));
}

template <std::size_t N>
bool has(const std::array<char32_t, N>& turns, char32_t code) noexcept {
  return (std::ranges::upper_bound(turns, code) - turns.begin()) % 2 == 1;
}

// The texts that rows of mappings refer to by their numbers. The last code point of each is negative.
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

// What a row of mappings says of its code points. The number above the three bits belongs to it.
enum Kind : std::uint32_t {
  same,
  disallowed,
  ignored,
  pairs,  // every second one, from the first, becomes the next one
  up,     // by so much
  down,
  to,     // all become this one
  listed  // each becomes a text, from this one on
};

// Appends what `code` becomes. False, and nothing appended, when it is disallowed.
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
