#include <doctest/doctest.h>
#include <nodecpp/assert.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <cassert>  // the module must work beside the macro

#include <string>
#include <vector>

#include "assert/line_diff.h"
#include "loop/loop.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;

namespace {

// Standard error is a terminal.
class Terminal final : public os::SimPort {
 public:
  Terminal(os::Network& network, int width) : SimPort(network, {.environment = {{"TERM", "xterm"}}}), columns_(width) {}
  bool isTerminal(int fd) override { return fd == 2; }
  bool windowSize(int fd, int& width, int& height) override {
    width = columns_;
    height = 25;
    return fd == 2;
  }

 private:
  int columns_;
};

class Running {
 public:
  explicit Running(os::Port& port) : loop_(port), before_(detail::Loop::setCurrent(&loop_)) {}
  ~Running() {
    loop_.end();
    detail::Loop::setCurrent(before_);
  }

 private:
  detail::Loop loop_;
  detail::Loop* before_;
};

template <class F>
String messageOf(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error->message;
  }
  return "fine";
}

std::vector<std::string> numbers(int from, int to) {
  std::vector<std::string> out;
  for (int i = from; i < to; ++i) out.push_back(std::to_string(i));
  return out;
}
// Returns the steps as a text of + and - and =.
std::string signs(const std::vector<detail::DiffStep>& steps) {
  std::string out;
  for (const auto& step : steps) out += "-=+"[int(step.kind) + 1];
  return out;
}

}  // namespace

TEST_CASE("the difference of two texts is the shortest one, and each line is in it") {
  using detail::difference;
  CHECK(signs(difference({}, {}, false)) == "");
  CHECK(signs(difference({"a"}, {}, false)) == "+");
  CHECK(signs(difference({}, {"a", "b"}, false)) == "--");
  CHECK(signs(difference({"a", "b", "c", "a", "b", "b", "a"}, {"c", "b", "a", "b", "a", "c"}, false)).size() == 9);
  CHECK(signs(difference({"a,", "b"}, {"a", "b"}, true)) == "==");
  CHECK(signs(difference({"a,", "b"}, {"a", "b"}, false)) == "+-=");
  const std::vector<std::string> left{"a", "x"}, right{"a,"};
  const auto steps = difference(left, right, true);
  CHECK(steps[0].line == "a,");
}

TEST_CASE("texts that differ in very many lines are not compared line by line") {
  const auto left = numbers(0, 5000), right = numbers(5000, 10000);
  const auto steps = detail::difference(left, right, false);
  CHECK(signs(steps) == std::string(5000, '+') + std::string(5000, '-'));
  const auto shifted = detail::difference(numbers(0, 3000), numbers(1, 3001), false);
  CHECK(signs(shifted) == "+" + std::string(2999, '=') + "-");
}

TEST_CASE("a difference has colours where standard error has them") {
  os::Network network;
  Terminal port(network, 80);
  Running running(port);
  CHECK(messageOf([] { assert::deepStrictEqual(Array<int>{1}, Array<int>{2}); }) ==
        "Expected values to be strictly deep-equal:\n\x1b[32m+ actual\x1b[39m \x1b[31m- expected\x1b[39m\n\n\x1b[39m  [\n"
        "\x1b[32m+\x1b[39m   1\n\x1b[31m-\x1b[39m   2\n\x1b[39m  ]\n");
  // Two texts are compared character by character.
  CHECK(messageOf([] { assert::strictEqual("text one", "text two"); })
            .startsWith("Expected values to be strictly equal:\n\x1b[32m"
                        "actual\x1b[39m \x1b[31m"
                        "expected\x1b[39m\n\n\x1b[39m'\x1b[39m"));
  CHECK(messageOf([] {
          assert::partialDeepStrictEqual(Array<int>{1, 2}, Array<int>{3});
        }).includes("\x1b[90m    1,\x1b[39m"));
}

TEST_CASE("a mark under the first difference needs room in the terminal") {
  os::Network network;
  const auto differ = [] { assert::strictEqual("a text of some length", "a text of another one"); };
  os::SimPort port(network, {});
  {
    Running running(port);
    CHECK(messageOf(differ).includes("\n             ^\n"));
    CHECK_FALSE(messageOf([] { assert::strictEqual(str("x").repeat(50), str("x").repeat(49) + "y"); }).includes("^"));
  }
}

TEST_CASE("values that are nested too deep are an error") {
  util::Value left = 1, right = 1;
  for (int i = 0; i < 2000; ++i) left = util::array({left}), right = util::array({right});
  CHECK_THROWS_AS(assert::deepStrictEqual(left, right), RangeError);
}

TEST_CASE("elements of sets and keys of maps that are objects are matched one by one") {
  const auto object = [](int n) { return util::object({{"n", n}}); };
  const auto setOf = [](std::initializer_list<util::Value> all) {
    auto out = util::Value::of(util::Value::Kind::set);
    for (const auto& each : all) out.push(each);
    return out;
  };
  assert::deepStrictEqual(setOf({object(1), object(2)}), setOf({object(2), object(1)}));
  assert::notDeepStrictEqual(setOf({object(1), object(1)}), setOf({object(1), object(2)}));
  assert::notDeepStrictEqual(setOf({object(1), object(2)}), setOf({object(1), object(1)}));
  assert::partialDeepStrictEqual(setOf({object(1), 5, object(2)}), setOf({object(2)}));
  CHECK_THROWS(assert::partialDeepStrictEqual(setOf({object(1)}), setOf({object(1), object(1)})));
  assert::deepEqual(setOf({1, "2"}), setOf({"1", 2}));
  CHECK_THROWS(assert::deepEqual(setOf({1, "1"}), setOf({1, 2})));
}

TEST_CASE("an AssertionError is found in any Error") {
  try {
    assert::fail("why");
  } catch (const Error& error) {
    const auto failed = assert::AssertionError::from(error);
    REQUIRE(failed);
    CHECK(failed.toString() == "AssertionError [ERR_ASSERTION]: why");
    CHECK(failed->stack.startsWith("AssertionError [ERR_ASSERTION]: why"));
    CHECK_FALSE(failed.generatedMessage());
  }
  CHECK_FALSE(assert::AssertionError::from(Error("another")));
  CHECK_FALSE(assert::AssertionError::from(Error()));
}

TEST_CASE("skipPrototype compares objects of different classes by what they have") {
  struct Named {
    void inspectTo(util::Inspector& out) const { out.name("Named").property("x", 1); }
  };
  const util::Value plain = util::object({{"x", 1}});
  assert::Assert({.skipPrototype = true}).deepStrictEqual(Named(), plain);
  CHECK_THROWS(assert::Assert().deepStrictEqual(Named(), plain));
  assert::deepEqual(Named(), plain);
  assert::partialDeepStrictEqual(Named(), plain);
}
