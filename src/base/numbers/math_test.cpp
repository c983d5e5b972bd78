#include <nodecpp/error.h>
#include <nodecpp/math.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {

double of(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value != value ? NaN : value); }

// The number of doubles between two answers, which are given as bits.
std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

struct Case {
  const char* name;
  num (*run)(num x, num y);
  std::uint64_t x, y, answer;
  bool exact;
};

#define EXACT(name, x, answer) {#name, [](num a, num) { return Math::name(a); }, x, 0, answer, true},
#define NEAR(name, x, answer) {#name, [](num a, num) { return Math::name(a); }, x, 0, answer, false},
#define EXACT2(name, x, y, answer) {#name, [](num a, num b) { return Math::name(a, b); }, x, y, answer, true},
#define NEAR2(name, x, y, answer) {#name, [](num a, num b) { return Math::name(a, b); }, x, y, answer, false},
const Case cases[] = {
#include "answers/math.inc"
};

}  // namespace

TEST_CASE("Math: as JavaScript's, where the standard leaves it open to the last digits") {
  for (const Case& one : cases) {
    const std::uint64_t answer = bitsOf(one.run(of(one.x), of(one.y)));
    INFO("Math.", one.name, "(", of(one.x), ", ", of(one.y), ") is ", of(one.answer), ", here ", of(answer));
    CHECK(distance(answer, one.answer) <= (one.exact ? 0u : 2u));
  }
}

TEST_CASE("Math: of any number of arguments, of any type") {
  CHECK(Math::max() == -Infinity);
  CHECK(Math::min() == Infinity);
  CHECK(Math::max(1, 2.5, num(2), 7u) == 7);
  CHECK(isNaN(Math::max(1, NaN, 2)));
  CHECK(isNaN(Math::min(NaN, 1)));
  CHECK(std::signbit(double(Math::min(0, -0.0))));
  CHECK_FALSE(std::signbit(double(Math::max(-0.0, 0))));
  CHECK(Math::hypot() == 0);
  CHECK(Math::hypot(3, 4, 12) == 13);
  CHECK(Math::hypot(NaN, -Infinity) == Infinity);
  CHECK(Math::floor(7 / num(2)) % 2 == 1);
  CHECK((Math::sqrt(10) | 0) == 3);
}

TEST_CASE("Math.random needs a loop") { CHECK_THROWS_AS(Math::random(), Error); }
