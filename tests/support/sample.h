// `make test` runs a sample of long tests, and another sample after each commit, as in sample.js. NODECPP_SAMPLE is the
// seed of the sample. Without it (in make test-all, or when a program is run by hand) everything runs.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace tests {

// Returns a number for `name` in this sample. The numbers are evenly distributed.
inline unsigned sampleNumber(std::string_view name) {
  unsigned h = 0x811c9dc5;
  const char* seed = std::getenv("NODECPP_SAMPLE");
  for (std::string_view part : {std::string_view(seed ? seed : ""), std::string_view(":"), name})
    for (unsigned char c : part) h = (h ^ c) * 0x01000193;
  h = (h ^ h >> 16) * 0x85ebca6b;
  return h ^ h >> 13;
}

// Returns whether everything is tested, because there is no sample.
inline bool wholeSample() {
  const char* seed = std::getenv("NODECPP_SAMPLE");
  return !seed || !*seed;
}

// Returns whether number `i` of many is in a sample of one in `n`.
inline bool inSample(std::size_t i, std::size_t n, std::string_view name) {
  return wholeSample() || i % n == sampleNumber(name) % n;
}

}  // namespace tests
