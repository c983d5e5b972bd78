// Counts primes with the sieve of Eratosthenes. All routes that count in C++ use this function.
#pragma once

#include <cstdint>
#include <vector>

// Returns the number of primes below `limit`.
inline std::uint32_t countPrimes(std::uint32_t limit) {
  std::vector<std::uint8_t> composite(limit);
  std::uint32_t count = 0;
  for (std::uint64_t n = 2; n < limit; ++n) {
    if (composite[n]) continue;
    ++count;
    for (std::uint64_t multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return count;
}
