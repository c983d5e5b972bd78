// What JavaScript knows of code points: case, and what normalization asks for. The tables are made of Node's answers
// (tools/unicode/generate.js).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nodecpp::unicode {

// Append what becomes of `code` without regard to its neighbours.
void appendLower(std::u32string& out, char32_t code);
void appendUpper(std::u32string& out, char32_t code);
// Its full decomposition, canonical or compatible.
void appendDecomposed(std::u32string& out, char32_t code, bool compatible);

bool isCased(char32_t code) noexcept;
bool isCaseIgnorable(char32_t code) noexcept;

// The canonical combining classes by number in their order: 0 is 0.
int combining(char32_t code) noexcept;
// What canonical composition makes of two code points, 0 when they stay two.
char32_t composed(char32_t first, char32_t second) noexcept;

// What localeCompare compares first, second and last of a code point. A mark has no primary weight; what counts as two
// letters gives both.
struct Weight {
  std::uint32_t primary, secondary, tertiary;
};
void appendWeights(std::vector<Weight>& out, char32_t code);

}  // namespace nodecpp::unicode
