#include "url/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

#include "base/ascii.h"

namespace nodecpp::url::unicode {

namespace {

#include "url/unicode.inc"

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

// Where each of the texts begins.
constexpr auto textStarts = [] {
  std::array<std::uint16_t, std::ranges::count_if(texts, [](std::int32_t code) { return code < 0; })> out{};
  std::size_t text = 0;
  for (std::size_t i = 0; i < std::size(texts); ++i)
    if (texts[i] < 0 && text + 1 < out.size()) out[++text] = std::uint16_t(i + 1);
  return out;
}();

constexpr auto byWhole = [] {
  std::array<Composite, std::size(compositeSteps) / 3> out{};
  std::int32_t whole = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    whole += compositeSteps[i * 3];
    out[i] = {char32_t(whole), char32_t(compositeSteps[i * 3 + 1]), char32_t(compositeSteps[i * 3 + 2])};
  }
  return out;
}();

constexpr auto partsOf = [](const Composite& one) { return std::pair(one.first, one.second); };
constexpr auto byParts = [] {
  auto out = byWhole;
  std::ranges::sort(out, {}, partsOf);
  return out;
}();

constexpr auto mappings = rowsOf(mappingSteps);
constexpr auto lowerCase = rowsOf(lowerSteps);
constexpr auto classes = rowsOf(classSteps);
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
  disallowed,
  ignored,
  pairs,  // every second one, from the first, becomes the next one
  up,     // by so much
  down,
  to,     // all become this one
  listed  // each becomes a text, from this one on
};

void appendText(std::u32string& out, std::size_t text) {
  const std::int32_t* code = texts + textStarts[text];
  for (; *code >= 0; ++code) out += char32_t(*code);
  out += char32_t(-*code);
}

template <std::size_t N>
bool appendBy(const std::array<Row, N>& rows, std::u32string& out, char32_t code) {
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
    case listed: appendText(out, number + (code - row.first));
  }
  return true;
}

template <std::size_t N>
bool has(const std::array<char32_t, N>& turns, char32_t code) noexcept {
  return (std::ranges::upper_bound(turns, code) - turns.begin()) % 2 == 1;
}

}  // namespace

Class classOf(char32_t code) noexcept { return Class(rowOf(classes, code).value); }

bool appendMapped(std::u32string& out, char32_t code) {
  if (code >= 0x80) return appendBy(mappings, out, code);
  out += ascii::toLower(code);
  return true;
}

void appendLower(std::u32string& out, char32_t code) {
  if (code >= 0x80)
    appendBy(lowerCase, out, code);
  else
    out += ascii::toLower(code);
}
bool isCased(char32_t code) noexcept { return has(casedTurns, code); }
bool isCaseIgnorable(char32_t code) noexcept { return has(caseIgnorableTurns, code); }

char32_t composed(char32_t first, char32_t second) noexcept {
  const auto found = std::ranges::lower_bound(byParts, std::pair(first, second), {}, partsOf);
  return found != byParts.end() && found->first == first && found->second == second ? found->whole : 0;
}

const Composite* decomposed(char32_t whole) noexcept {
  const auto found = std::ranges::lower_bound(byWhole, whole, {}, &Composite::whole);
  return found != byWhole.end() && found->whole == whole ? &*found : nullptr;
}

}  // namespace nodecpp::url::unicode
