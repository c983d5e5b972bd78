// Compares util with Node's answers (see tests/answers).
#include <doctest/doctest.h>
#include <nodecpp/path.h>
#include <nodecpp/util.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "loop/loop.h"
#include "os/sim/sim_port.h"
#include "util/json_value.h"

using namespace nodecpp;
using namespace nodecpp::util;
using nodecpp::util::format;

namespace {

struct Point {
  int x, y;
  void inspectTo(Inspector& out) const { out.name("Point").property("x", x).property("y", y); }
};
struct LookupLike : Lookup {  // like the variables of process::env
  using Lookup::Lookup;
};
struct NumberLike {  // like process::pid
  operator int() const { return 7; }
};
struct Empty : Object {
  void inspectTo(Inspector&) const {}
};
// Two objects that refer to each other, as handles of a program can.
struct Node : Object {
  String name;
  Handle<Node> next;
  void inspectTo(Inspector& out) const { out.name("").property("name", name).property("next", next); }
};
std::vector<Handle<Node>> circles;  // the cycles are broken at the end, because reference counts do not free them
Handle<Node> circle() {
  auto a = make<Node>(), b = make<Node>();
  a->name = "a";
  b->name = "b";
  a->next = b;
  b->next = a;
  circles.push_back(a);
  return a;
}
template <class T>
T numbers(int count, int step = 1) {
  T out;
  for (int i = 0; i < count; ++i) out.insert(out.end(), i * step);
  return out;
}
std::vector<int> digits(int count) {
  std::vector<int> out;
  for (int i = 0; i < count; ++i) out.push_back(i % 10);
  return out;
}
Error withCause(Error error, Error cause) {
  error->cause.push_back(cause);
  return error;
}
Error withProperties(Error error, StringArg code, std::vector<std::pair<String, Lookup>> more) {
  error->code = code.toString();
  error->properties = nodecpp::detail::List<std::pair<String, Lookup>>(more);
  return error;
}

std::string text(const String& s) { return {s.data(), s.size()}; }

struct Case {
  const char* source;
  String (*call)();
  std::string_view expected;
};
const Case cases[] = {
#include "answers/util.inc"
};

InspectOptions optionsOf(const Value& given) {
  InspectOptions out;
  for (const auto& [key, value, hidden] : nodecpp::detail::propertiesOf(given)) {
    double number = value.number() == 1e9 ? INFINITY : value.number();
    bool isBool = value.kind() == Value::Kind::boolean;
    if (key == "depth") out.depth = number;
    if (key == "colors") out.colors = number != 0;
    if (key == "compact") out.compact = isBool ? Compact(number != 0) : Compact(int(number));
    if (key == "breakLength") out.breakLength = number;
    if (key == "maxArrayLength") out.maxArrayLength = number;
    if (key == "maxStringLength") out.maxStringLength = number;
    if (key == "sorted") out.sorted = number != 0;
    if (key == "numericSeparator") out.numericSeparator = number != 0;
    if (key == "showHidden") out.showHidden = number != 0;
  }
  return out;
}

}  // namespace

TEST_CASE("util answers as Node does") {
  for (const Case& one : cases) {
    String got;
    try {
      got = one.call();
    } catch (const Error& error) {
      got = error->name + " " + error->code + " " + error->message;
    }
    CAPTURE(one.source);
    CHECK(text(got) == one.expected);
  }
  for (const auto& circle : circles) circle->next = nullptr;
  circles.clear();
}

TEST_CASE("util.inspect lays out values as Node does") {
  std::ifstream table(NODECPP_SOURCE_DIR "/tests/answers/inspect.tsv");
  int lines = 0;
  for (std::string line; std::getline(table, line); ++lines) {
    std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    Value given = test::jsonValue(line.substr(first + 1, second - first - 1));
    InspectOptions options = optionsOf(test::jsonValue(line.substr(0, first)));
    String expected = test::jsonValue(line.substr(second + 1)).text();
    CAPTURE(line);
    CHECK(text(inspect(given, options)) == text(expected));
  }
  CHECK(lines > 1400);
}

TEST_CASE("inspect.defaultOptions change what inspect prints") {
  CHECK_THROWS_AS(inspect.defaultOptions.depth = 0, Error);  // there is no program whose options could be set
  os::Network network;
  os::SimPort port(network, {});
  nodecpp::detail::Loop loop(port);
  nodecpp::detail::Loop* before = nodecpp::detail::Loop::setCurrent(&loop);
  inspect.defaultOptions.depth = 0;
  CHECK(text(inspect(array({array({1})}))) == "[ [Array] ]");
  inspect.defaultOptions = {};
  CHECK(text(inspect(array({array({1})}))) == "[ [ 1 ] ]");
  inspect.defaultOptions = {.depth = 0, .colors = true};
  InspectOptions options;
  CHECK(options.depth.value == 0);
  CHECK(options.colors);
  nodecpp::detail::Loop::setCurrent(before);
  CHECK(text(inspect(array({array({1})}))) == "[ [ 1 ] ]");
}

struct ThingObject : Object {};
struct NamedObject : Object {
  const char* className() const { return "its own name"; }
};

struct RenamedObject : NamedObject {};

TEST_CASE("inspect prints values that do not describe themselves") {
  CHECK(text(inspect(make<ThingObject>())) == "Thing {}");
  CHECK(text(inspect(make<NamedObject>())) == "its own name {}");
  CHECK(text(inspect(make<RenamedObject>())) == "Renamed {}");
  struct Empty {};
  CHECK(text(inspect(Empty())) == "Empty {}");
  CHECK(text(inspect([](auto x) { return x; })) == "[Function (anonymous)]");
  struct Unknown {
    int field = 1;
  };
  CHECK(text(inspect(Unknown())) == "[object Unknown]");
  CHECK(text(inspect(array({Unknown()}))) == "[ [object Unknown] ]");
}

TEST_CASE("many properties, and halves of surrogate pairs") {
  Value one = Value::of(Value::Kind::object), other = Value::of(Value::Kind::object);
  for (int i = 0; i < 100; ++i) one.set("key" + str(i), i);
  for (int i = 100; i-- > 0;) other.set("key" + str(i), i);
  one.set("key50", "changed");
  one.set("7", 1);
  one.set("3", 2);
  CHECK_FALSE(isDeepStrictEqual(one, other));
  other.set("3", 2);
  other.set("7", 1);
  other.set("key50", "changed");
  CHECK(isDeepStrictEqual(one, other));
  const std::string shown = text(inspect(one));
  CHECK(shown.starts_with("{\n  '3': 2,\n  '7': 1,\n  key0: 0,\n"));
  CHECK(shown.find("key50: 'changed'") != shown.npos);
  CHECK(shown.find("key99: 99") != shown.npos);
  CHECK(text(inspect("a\xed\xa0\xbd")) == "'a\\ud83d'");
  CHECK(toUSVString("\xed\xa0\xbd\xed\xb8\x80\xed\xb8\x80") == "\xf0\x9f\x98\x80\xef\xbf\xbd");
}
