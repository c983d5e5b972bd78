// One input of the random programs: a program in a simulated world, from its first byte to its end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace api {

// Returns when the program has ended, or was ended.
void run(const std::uint8_t* bytes, std::size_t size);
// API calls of all programs so far.
std::uint64_t callsMade();

}  // namespace api
