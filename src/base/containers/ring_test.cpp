#include "base/containers/ring.h"

#include <doctest/doctest.h>

#include <deque>
#include <memory>
#include <string>

using nodecpp::detail::Ring;

TEST_CASE("a ring keeps the order over its end and while it grows") {
  Ring<std::string> ring;
  std::deque<std::string> expected;
  unsigned seed = 7;
  for (int i = 0; i < 20000; ++i) {
    seed = seed * 1664525 + 1013904223;
    if (seed >> 31 || expected.empty() || (i / 1000) % 2) {
      ring.push_back("a string beyond what fits in place " + std::to_string(i));
      expected.push_back("a string beyond what fits in place " + std::to_string(i));
    } else {
      CHECK(ring.takeFront() == expected.front());
      expected.pop_front();
    }
    REQUIRE(ring.size() == expected.size());
  }
  for (; !expected.empty(); expected.pop_front()) CHECK(ring.takeFront() == expected.front());
  CHECK(ring.empty());
}

TEST_CASE("the elements of a ring by their places, over its end") {
  Ring<std::string> ring;
  for (int i = 0; i < 12; ++i) ring.push_back(std::to_string(i));
  for (int i = 0; i < 10; ++i) ring.takeFront();
  // The ring has 16 places, and the first 8 of them are used a second time.
  for (int i = 12; i < 24; ++i) ring.push_back(std::to_string(i));
  ring[3] = "changed";
  REQUIRE(ring.size() == 14);
  for (std::size_t i = 0; i < ring.size(); ++i) CHECK(ring[i] == (i == 3 ? "changed" : std::to_string(10 + i)));
}

TEST_CASE("a ring lets go of what is left in it") {
  auto token = std::make_shared<int>(1);
  {
    Ring<std::shared_ptr<int>> ring;
    for (int i = 0; i < 40; ++i) ring.push_back(token);
    ring.takeFront();
    CHECK(token.use_count() == 40);
    ring.clear();
    CHECK(token.use_count() == 1);
    ring.push_back(token);
  }
  CHECK(token.use_count() == 1);
}
