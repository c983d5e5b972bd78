// The properties of code points that JavaScript needs: case mappings, normalization and the order of localeCompare. The
// tables are made from Node's answers (tools/unicode/generate.js).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nodecpp::unicode {

// Append the case mapping of `code`, without regard to its neighbours.
void appendLower(std::u32string& out, char32_t code);
void appendUpper(std::u32string& out, char32_t code);
// Appends the full decomposition of `code`, canonical or compatible.
void appendDecomposed(std::u32string& out, char32_t code, bool compatible);

bool isCased(char32_t code) noexcept;
bool isCaseIgnorable(char32_t code) noexcept;

// Returns a small number that stands for the canonical combining class of `code`. The numbers have the same order as
// the classes, and 0 stands for class 0.
int combining(char32_t code) noexcept;
// Returns the canonical composition of two code points, or 0 when they do not compose.
char32_t composed(char32_t first, char32_t second) noexcept;

// The weights of a code point that localeCompare compares first, second and last. A combining mark has no primary
// weight. A code point that counts as two letters has two Weights.
struct Weight {
  std::uint32_t primary, secondary, tertiary;
};
void appendWeights(std::vector<Weight>& out, char32_t code);

}  // namespace nodecpp::unicode
