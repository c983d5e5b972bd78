// Tests of perThread: variables at top level, of which each program has its own value.
#include <doctest/doctest.h>
#include <nodecpp/map.h>
#include <nodecpp/per_thread.h>

#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "support/sim_loop.h"

using namespace nodecpp;
using detail::Loop;

namespace {

perThread<int> count = 3;
perThread<double> ratio;
perThread<String> greeting = "hello, in a text that is longer than what a String has room for";
perThread<Map<String, int>> ages;
perThread<Array<String>> names = [] { return Array<String>{"Ann", "Bob"}; };

}  // namespace

TEST_CASE("each program has its own of a variable, with its first value") {
  for (int i = 0; i < 2; ++i) {
    tests::SimLoop program;
    CHECK(count == 3);
    ++*count;
    *count += 2;
    CHECK(count.value() == 6);
    count = 9;
    CHECK(*count == 9);
    CHECK(ratio.value() == 0);
    ratio = 1.5;
    CHECK(ratio.value() == 1.5);
    CHECK(greeting->startsWith("hello"));
    *greeting += "!";
    CHECK(greeting.value().endsWith("for!"));
    CHECK(ages->size() == 0);
    ages->set("Ann", 34);
    CHECK(ages->get("Ann") == 34);
    names->push("Cid");
    CHECK(names->join() == "Ann,Bob,Cid");
    names = Array<String>();
    CHECK(names->length() == 0);
  }
}

TEST_CASE("programs on one thread do not see each other's variables") {
  tests::SimLoop outer;
  count = 5;
  let<int> kept = *count;
  {
    tests::SimLoop inner;
    CHECK(count == 3);
    count = 7;
  }
  CHECK(count == 5);
  kept = 6;
  CHECK(count == 6);
}

TEST_CASE("without a program there is no variable") { CHECK_THROWS_AS(static_cast<void>(*count), Error); }
