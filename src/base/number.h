// A number's text as JavaScript prints it, where a String of it is not wanted.
#pragma once

#include <cstddef>

namespace nodecpp::detail {

inline constexpr std::size_t numberTextSize = 32;

// Writes Number::toString's text to `out`, which has room for numberTextSize bytes; returns how many they are.
std::size_t numberText(char* out, double value) noexcept;

}  // namespace nodecpp::detail
