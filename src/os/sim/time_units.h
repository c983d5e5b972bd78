// Units of the simulated clock, which counts nanoseconds.
#pragma once

#include <cstdint>

namespace nodecpp::os {

inline constexpr std::uint64_t millisecond = 1'000'000;
inline constexpr std::uint64_t second = 1'000'000'000;

}  // namespace nodecpp::os
