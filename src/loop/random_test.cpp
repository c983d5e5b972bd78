#include <nodecpp/math.h>

#include <vector>

#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {

// Returns the first random numbers of a program in a world with this seed.
std::vector<double> drawn(std::uint64_t seed) {
  os::NetworkOptions options;
  options.seed = seed;
  tests::SimLoop loop(options);
  std::vector<double> numbers;
  for (int i = 0; i < 1000; ++i) numbers.push_back(Math::random());
  return numbers;
}

}  // namespace

TEST_CASE("Math.random: the port's seed makes the numbers, and another seed makes others") {
  const std::vector<double> numbers = drawn(1);
  CHECK(numbers == drawn(1));
  CHECK(numbers != drawn(2));
  double sum = 0;
  for (double each : numbers) {
    CHECK(each >= 0);
    CHECK(each < 1);
    sum += each;
  }
  CHECK(sum > 440);
  CHECK(sum < 560);
}
