#include "base/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace nodecpp::unicode {

namespace {

#include "base/unicode.inc"

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
constexpr std::array<char32_t, N> sumsOf(const std::int32_t (&steps)[N]) {
  std::array<char32_t, N> out{};
  for (std::size_t i = 0; i < N; ++i) out[i] = char32_t(steps[i]) + (i > 0 ? out[i - 1] : 0);
  return out;
}

constexpr std::size_t textCount = std::size_t(std::ranges::count_if(texts, [](std::int32_t code) { return code < 0; }));
// Where each of the texts begins.
constexpr auto textStarts = [] {
  std::array<std::uint16_t, textCount> out{};
  std::size_t text = 0;
  for (std::size_t i = 0; i < std::size(texts); ++i)
    if (texts[i] < 0 && text + 1 < out.size()) out[++text] = std::uint16_t(i + 1);
  return out;
}();

struct Composite {
  char32_t first, second, whole;
};
constexpr auto partsOf = [](const Composite& one) { return std::pair(one.first, one.second); };
constexpr auto composites = [] {
  std::array<Composite, std::size(compositeSteps) / 3> out{};
  std::int32_t whole = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    whole += compositeSteps[i * 3];
    out[i] = {char32_t(compositeSteps[i * 3 + 1]), char32_t(compositeSteps[i * 3 + 2]), char32_t(whole)};
  }
  std::ranges::sort(out, {}, partsOf);
  return out;
}();

constexpr auto lowerCase = rowsOf(lowerSteps);
constexpr auto upperCase = rowsOf(upperSteps);
constexpr auto canonicalRows = rowsOf(canonicalSteps);
constexpr auto compatibleRows = rowsOf(compatibleSteps);
constexpr auto ranks = rowsOf(rankSteps);
constexpr auto orderRows = rowsOf(orderSteps);
constexpr auto expansions = [] {
  std::array<Composite, std::size(expansionSteps) / 3> out{};
  std::int32_t whole = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    whole += expansionSteps[i * 3];
    out[i] = {char32_t(expansionSteps[i * 3 + 1]), char32_t(expansionSteps[i * 3 + 2]), char32_t(whole)};
  }
  return out;
}();
constexpr auto casedTurns = sumsOf(casedSteps);
constexpr auto caseIgnorableTurns = sumsOf(caseIgnorableSteps);

// `code` is not below the first row.
template <std::size_t N>
const Row& rowOf(const std::array<Row, N>& rows, char32_t code) noexcept {
  return *std::prev(std::ranges::upper_bound(rows, std::uint32_t(code), {}, &Row::first));
}

// What a row says of its code points. The number above the three bits belongs to it.
enum Kind : std::uint32_t {
  same,
  pairs,  // every second one, from the first, becomes the next one
  up,     // by so much
  down,
  to,     // all become this one
  listed  // each becomes a text, from this one on
};

template <std::size_t N>
void appendBy(const std::array<Row, N>& rows, std::u32string& out, char32_t code) {
  const Row& row = rowOf(rows, code);
  const std::uint32_t number = row.value >> 3;
  switch (Kind(row.value & 7)) {
    case same: out += code; break;
    case pairs: out += code + (code - row.first + 1) % 2; break;
    case up: out += code + number; break;
    case down: out += code - number; break;
    case to: out += char32_t(number); break;
    case listed: {
      const std::int32_t* part = texts + textStarts[number + (code - row.first)];
      for (; *part >= 0; ++part) out += char32_t(*part);
      out += char32_t(-*part);
    }
  }
}

template <std::size_t N>
bool has(const std::array<char32_t, N>& turns, char32_t code) noexcept {
  return (std::ranges::upper_bound(turns, code) - turns.begin()) % 2 == 1;
}

}  // namespace

void appendLower(std::u32string& out, char32_t code) {
  if (code >= 0x80)
    appendBy(lowerCase, out, code);
  else
    out += code >= 'A' && code <= 'Z' ? code + 0x20 : code;
}
void appendUpper(std::u32string& out, char32_t code) {
  if (code >= 0x80)
    appendBy(upperCase, out, code);
  else
    out += code >= 'a' && code <= 'z' ? code - 0x20 : code;
}
void appendDecomposed(std::u32string& out, char32_t code, bool compatible) {
  if (code < 0x80)
    out += code;
  else if (compatible)
    appendBy(compatibleRows, out, code);
  else
    appendBy(canonicalRows, out, code);
}

bool isCased(char32_t code) noexcept { return has(casedTurns, code); }
bool isCaseIgnorable(char32_t code) noexcept { return has(caseIgnorableTurns, code); }

int combining(char32_t code) noexcept { return code < ranks[0].first ? 0 : int(rowOf(ranks, code).value); }

void appendWeights(std::vector<Weight>& out, char32_t code) {
  const auto two = std::ranges::lower_bound(expansions, code, {}, &Composite::whole);
  if (two != expansions.end() && two->whole == code) {
    appendWeights(out, two->first);
    out.back().secondary = 1;
    appendWeights(out, two->second);
    return;
  }
  const auto found = std::ranges::lower_bound(orderRows, std::uint32_t(code), {}, &Row::first);
  if (found != orderRows.end() && found->first == code) {
    const std::uint32_t primary = found->value >> 8, low = found->value & 0xff;
    constexpr std::uint32_t marked = 0x80, behindAllMarks = 0xff;
    if (primary) {
      out.push_back({primary, 0, low & ~marked});
      if (low & marked) out.push_back({0, behindAllMarks, 0});
    } else if (low) {
      out.push_back({0, low, 0});
    }
  } else if (combining(code)) {
    out.push_back({0, code, 0});
  } else {
    out.push_back({0x100000 + code, 0, 0});  // behind all that the table has
  }
}

char32_t composed(char32_t first, char32_t second) noexcept {
  const auto found = std::ranges::lower_bound(composites, std::pair(first, second), {}, partsOf);
  return found != composites.end() && found->first == first && found->second == second ? found->whole : 0;
}

}  // namespace nodecpp::unicode
