#include "base/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/code_points.h"

namespace nodecpp::unicode {

namespace {

#include "base/text/unicode.inc"

constexpr Texts<std::size(texts), countTexts(texts)> allTexts(texts);
constexpr auto composites = byParts(compositesOf(compositeSteps));
constexpr auto lowerCase = rowsOf(lowerSteps);
constexpr auto upperCase = rowsOf(upperSteps);
constexpr auto canonicalRows = rowsOf(canonicalSteps);
constexpr auto compatibleRows = rowsOf(compatibleSteps);
constexpr auto ranks = rowsOf(rankSteps);
constexpr auto orderRows = rowsOf(orderSteps);
constexpr auto expansions = compositesOf(expansionSteps);
constexpr auto casedTurns = turnsOf(casedSteps);
constexpr auto caseIgnorableTurns = turnsOf(caseIgnorableSteps);

}  // namespace

void appendLower(std::u32string& out, char32_t code) {
  if (code >= 0x80)
    appendBy(lowerCase, allTexts, out, code);
  else
    out += ascii::toLower(code);
}
void appendUpper(std::u32string& out, char32_t code) {
  if (code >= 0x80)
    appendBy(upperCase, allTexts, out, code);
  else
    out += code >= 'a' && code <= 'z' ? code - 0x20 : code;
}
void appendDecomposed(std::u32string& out, char32_t code, bool compatible) {
  if (code < 0x80)
    out += code;
  else if (compatible)
    appendBy(compatibleRows, allTexts, out, code);
  else
    appendBy(canonicalRows, allTexts, out, code);
}

bool isCased(char32_t code) noexcept { return has(casedTurns, code); }
bool isCaseIgnorable(char32_t code) noexcept { return has(caseIgnorableTurns, code); }

int combining(char32_t code) noexcept { return code < ranks[0].first ? 0 : int(rowOf(ranks, code).value); }

void appendWeights(std::vector<Weight>& out, char32_t code) {
  if (const Composite* two = partsIn(expansions, code)) {
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
    out.push_back({0x100000 + code, 0, 0});  // A code point without an entry comes after all code points in the table.
  }
}

char32_t composed(char32_t first, char32_t second) noexcept { return composedBy(composites, first, second); }

}  // namespace nodecpp::unicode
