// Runs one input as a random program in a simulated world, from its first byte to its end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace api {

// Runs the input, and returns when the program has ended or was ended.
void run(const std::uint8_t* bytes, std::size_t size);
// Returns the number of API calls that all programs have made so far.
std::uint64_t callsMade();

}  // namespace api
