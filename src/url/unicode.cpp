#include "url/unicode.h"

#include <iterator>

#include "base/text/ascii.h"

namespace nodecpp::url::unicode {

namespace {

#include "url/unicode.inc"

using namespace nodecpp::unicode;

constexpr Texts<std::size(texts), countTexts(texts)> allTexts(texts);
constexpr auto byWhole = compositesOf(compositeSteps);
constexpr auto byTheirParts = byParts(byWhole);
constexpr auto mappings = rowsOf(mappingSteps);
constexpr auto classes = rowsOf(classSteps);

}  // namespace

Class classOf(char32_t code) noexcept { return Class(rowOf(classes, code).value); }

bool appendMapped(std::u32string& out, char32_t code) {
  if (code >= 0x80) return appendBy(mappings, allTexts, out, code);
  out += ascii::toLower(code);
  return true;
}

char32_t composed(char32_t first, char32_t second) noexcept { return composedBy(byTheirParts, first, second); }
const Composite* decomposed(char32_t whole) noexcept { return partsIn(byWhole, whole); }

}  // namespace nodecpp::url::unicode
