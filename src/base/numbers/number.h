// Converts a number to JavaScript's text for it without making a String.
#pragma once

#include <cstddef>

namespace nodecpp::detail {

inline constexpr std::size_t numberTextSize = 32;

// Writes the text of Number::toString to `out`, which has room for numberTextSize bytes, and returns its length.
std::size_t numberText(char* out, double value) noexcept;

}  // namespace nodecpp::detail
