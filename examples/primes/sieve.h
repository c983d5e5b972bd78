// Counts primes by the sieve of Eratosthenes: the one function behind every route that is not JavaScript's.
#pragma once

#include <cstdint>
#include <vector>

// How many primes are below `limit`.
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
