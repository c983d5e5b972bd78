// Calls the functions of console with values of all kinds, statement by statement the same as script.js, and compares
// the output with what Node prints for script.js.
#include <doctest/doctest.h>
#include <nodecpp/console.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "console/console_environment.h"
#include "loop/loop.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;
using util::array;
using util::object;

namespace {

struct Point {
  int x, y;
  void inspectTo(util::Inspector& out) const { out.name("Point").property("x", x).property("y", y); }
};

void script() {
  console::log();
  console::log("plain");
  console::log("two", "words", 3, true, nullptr, util::Value());
  console::log("%s is %d years and %i days, %f, %j %o %O %% %c", "Bob", 42.5, 17.9, "1.5", object({{"a", array({1})}}),
               array({1}), object({{"b", "x"}}), "css");
  console::log(array({"a", 1}), object({{"name", "x"}, {"list", std::vector<int>{1, 2, 3}}}),
               util::map(std::map<String, String>{{"k", "v"}}), std::set<int>{1});
  console::info("info", Buffer::from("abc"));
  console::debug("debug %s");
  console::warn("warn", Point(1, 2));
  console::error(TypeError("bad"));
  console::error("100%", 5);
  console::dir(object({{"a", object({{"b", object({{"c", object({{"d", 1}})}})}})}}));
  console::dir(object({{"a", object({{"b", object({{"c", object({{"d", 1}})}})}})}}), {.depth = 0});
  console::dir(Buffer::from({1, 2, 3}));
  console::dirxml("dirxml", array({1}), 2);

  console::group("outer");
  console::log("in\ntwo lines");
  console::error("error inside");
  console::groupCollapsed("inner %d", 2);
  console::log(object({{"a", 1}, {"text", String("x").repeat(70)}}));
  console::groupEnd();
  console::log("back");
  console::group();
  console::log("deeper");
  console::groupEnd();
  console::groupEnd();
  console::groupEnd();
  console::log("out");

  console::count();
  console::count();
  console::count("x");
  console::countReset();
  console::count();
  console::count(5);
  console::countReset("missing");

  console::assert_(true, "never");
  console::assert_(false);
  console::assert_(false, "with %s", "text");
  console::assert_(0, object({{"a", 1}}));
  console::assert_(1 == 2, "x", 5);
  console::trace();
  console::trace("here %d", 1);

  console::table(array({array({1, 2}), array({3, 4})}));
  console::table(array({object({{"a", 1}, {"b", "Y"}}), object({{"a", "Z"}, {"b", 2}})}));
  console::table(
      array({object({{"a", 1}, {"b", "Y"}}), object({{"a", "Z"}, {"c", array({1, 2, 3, 4})}}), "primitive", 7}));
  console::table(array({object({{"a", 1}, {"b", "Y"}}), object({{"a", "Z"}, {"b", 2}})}), {"b"});
  console::table(array({object({{"a", 1}}), 5}), {"a", "z"});
  console::table(object({{"x", array({1})},
                         {"y", object({{"2", "two"}, {"1", "one"}})},
                         {"z", object({{"deep", object({{"a", 1}, {"b", 2}, {"c", 3}})},
                                       {"few", object({{"a", array({1})}, {"b", 2}})}})}}));
  console::table(util::map(std::map<String, util::Value>{{"k", 1}, {"l", object({{"a", 1}})}}));
  console::table(std::set<String>{"ä", "日本"});
  console::table(Buffer::from({7, 8}));
  console::table(array({}));
  console::table(5);
  console::table("text");
  console::table(util::Value());
  console::table(std::vector<Point>{{1, 2}, {3, 4}});

  console::time("t");
  console::time("t");
  console::timeLog("t");
  console::timeLog("t", "more", object({{"x", 1}}));
  console::timeEnd("t");
  console::timeEnd("t");
  console::timeLog("nobody");
  console::time();
  console::timeEnd();
}

std::string printed[3];
std::uint64_t clock = 0;

const detail::ConsoleEnvironment recording = {
    .write = [](int fd, StringArg bytes) { printed[fd].append(bytes.data(), bytes.size()); },
    .now = [] { return clock += 1'500'000; },
    .colors = [](int) { return false; },
    .isTerminal = [](int) { return false; },
    .warn = [](StringArg message) { (printed[2] += "warning: ").append(message.data(), message.size()) += "\n"; },
};

std::string expected(const char* name) {
  std::ifstream file(std::string(NODECPP_SOURCE_DIR "/tests/answers/") + name);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("console prints what Node prints") {
  os::Network network;
  os::SimPort port(network, {});
  detail::Loop loop(port);
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  detail::consoleState().outside = &recording;
  Error::stackTraceLimit = 0;  // as in script.js, because the places in the stack differ
  script();
  detail::Loop::setCurrent(before);
  CHECK(printed[1] == expected("console.out"));
  CHECK(printed[2] == expected("console.err"));
}

TEST_CASE("durations are printed as Node does") {
  // The expected texts are the results of Node's formatTime (node --expose-internals, internal/util/debuglog).
  auto shown = [](double ms) {
    String s = detail::formatDuration(ms);
    return std::string(s.data(), s.size());
  };
  CHECK(shown(0) == "0ms");
  CHECK(shown(0.0004) == "0ms");
  CHECK(shown(1.5) == "1.5ms");
  CHECK(shown(12.34567) == "12.346ms");
  CHECK(shown(999.9996) == "1000ms");
  CHECK(shown(1000) == "1.000s");
  CHECK(shown(59999) == "59.999s");
  CHECK(shown(60000) == "1:00.000 (m:ss.mmm)");
  CHECK(shown(62003.4) == "1:02.003 (m:ss.mmm)");
  CHECK(shown(119999.9) == "1:60.000 (m:ss.mmm)");
  CHECK(shown(3600000) == "1:00:00.000 (h:mm:ss.mmm)");
  CHECK(shown(45296789) == "12:34:56.789 (h:mm:ss.mmm)");
}
