// As sample.js: `make test` runs a sample of what is long, another one after each commit. NODECPP_SAMPLE is its seed; without
// it (make test-all, a program run by hand) all is run.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace tests {

// A number that `name` has in this sample, evenly spread.
inline unsigned sampleNumber(std::string_view name) {
  unsigned h = 0x811c9dc5;
  const char* seed = std::getenv("NODECPP_SAMPLE");
  for (std::string_view part : {std::string_view(seed ? seed : ""), std::string_view(":"), name})
    for (unsigned char c : part) h = (h ^ c) * 0x01000193;
  h = (h ^ h >> 16) * 0x85ebca6b;
  return h ^ h >> 13;
}

// Whether all is asked: there is no sample.
inline bool wholeSample() {
  const char* seed = std::getenv("NODECPP_SAMPLE");
  return !seed || !*seed;
}

// Whether number `i` of many is in a sample of one in `n`.
inline bool inSample(std::size_t i, std::size_t n, std::string_view name) {
  return wholeSample() || i % n == sampleNumber(name) % n;
}

}  // namespace tests
