#include <doctest/doctest.h>
#include <nodecpp/json.h>
#include <nodecpp/let.h>
#include <nodecpp/util.h>

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/thrown.h"

using namespace nodecpp;
using tests::thrown;

TEST_CASE("a subscript of a list's element is the element's, not an index of the key") {
  Array<var> list;
  list.push(var::object({{"id", 5}, {"name", "x"}}));
  list.push(var::array({1, 2}));
  const int at = 0;
  CHECK(list[at]["id"] == 5);
  CHECK(list[0]["name"] == "x");
  CHECK(list[0]["none"].isUndefined());
  list[0]["id"] = 7;
  CHECK(list[at]["id"] == 7);
  CHECK(list[1][1] == 2);
  list[1][1] = 3;
  CHECK(list[1].toString() == "1,3");
  auto kept = list[0];
  kept["id"] = 8;
  CHECK(list[0]["id"] == 8);
  CHECK(thrown([&] { static_cast<void>(list[4]["id"] == 1); }) == "TypeError: Cannot read properties of undefined (reading 'id')");
  Array<String> texts{"abc"};
  CHECK(texts[0][1] == "b");
}

TEST_CASE("a subscript reads now, and writes in the same statement only") {
  var v = var::object({{"a", 1}});
  auto kept = v["a"];
  v["a"] = 2;
  CHECK(kept == 1);
  kept = 5;
  CHECK(v["a"] == 2);
  v["a"] = v["b"];
  CHECK(v["a"].isUndefined());
  CHECK(Object::hasOwn(v, "a"));
  v["n"] = 1;
  v["n"]++;
  ++v["n"];
  v["n"] += 2;
  String text = "n: ";
  text += v["n"];
  text += var(true);
  text += var(undefined);
  CHECK(text == "n: " + str(v["n"]) + "trueundefined");
  CHECK(v["n"] == 5);
  v["list"] = var::array();
  v["list"].push(1, "x", nullptr);
  v["list"][4] = true;
  CHECK(JSON::stringify(v["list"]) == R"([1,"x",null,null,true])");
  CHECK(v["list"]["length"] == 5);
  let<var> shared = v;
  shared["deep"] = 1;
  CHECK(v["deep"] == 1);
}

TEST_CASE("copies refer to the same object") {
  var a = var::array({1});
  var b = a;
  b.push(2);
  CHECK(a.length() == 2);
  CHECK(a == b);
  CHECK(!(a == var::array({1, 2})));
  CHECK(util::isDeepStrictEqual(a, var::array({1, 2})));
}

TEST_CASE("undefined and null have no properties") {
  var v = var::object({{"null", nullptr}});
  CHECK(thrown([&] { v["x"]["y"]; }) == "TypeError: Cannot read properties of undefined (reading 'y')");
  CHECK(thrown([&] { v["null"][0]; }) == "TypeError: Cannot read properties of null (reading '0')");
  CHECK(thrown([&] { v.get("x").set("y", 1); }) == "TypeError: Cannot set properties of undefined (setting 'y')");
  CHECK(thrown([&] { v["null"].push(1); }) == "TypeError: v.push is not a function");
  CHECK(thrown([&] { var("s").set("y", 1); }) == "TypeError: Cannot create property 'y' on string 's'");
  CHECK(v["x"].maybe("y").isUndefined());
  CHECK(v["x"].orElse(3) == 3);
  CHECK(thrown([&] { var::array()[4000000000u] = 1; }) == "RangeError: Invalid array length");
}

TEST_CASE("conversions are JavaScript's") {
  CHECK(str(var::array({1, nullptr, var::array({2, "x"}), var()})) == "1,,2,x,");
  CHECK(str(var::object()) == "[object Object]");
  CHECK("a" + var(1.5) + var(true) == "a1.5true");
  CHECK(var(1) + 2 == 3);
  CHECK(var("1") + 2 == "12");
  CHECK(var(nullptr) + 2 == 2);
  CHECK(var("6") * 2 == 12);
  CHECK(7 % var(4) == 3);
  CHECK(var("b") > "a");
  CHECK(var(10) > 9);
  CHECK(!(var() < 1));
  CHECK(var() == nullptr);
  CHECK(!(var("1") == 1));
  CHECK(!(var(1) == true));
  int n = var("12.7");
  CHECK(n == 12);
  CHECK(int(var()) == 0);
  CHECK(int(var(1e300)) == std::numeric_limits<int>::max());
  CHECK(std::size_t(var(-1)) == 0);
  String s = var(12);
  CHECK(s == "12");
  CHECK((var("") || "other") == "other");
  CHECK((var(0) || 5) == 5);
  CHECK((var("x") || 5) == "x");
  for (const var& no : std::vector<var>{var(), nullptr, false, 0, "", 0.0 / 0.0}) CHECK(!no);
  for (const var& yes : std::vector<var>{true, -1, "0", var::array(), var::object(), Buffer()}) CHECK(bool(yes));
  CHECK(var('x') == "x");
  CHECK(var(nullptr).typeOf() == "object");
  CHECK(var().typeOf() == "undefined");
}

TEST_CASE("what C++ has becomes a var") {
  CHECK(JSON::stringify(std::vector<int>{1, 2}) == "[1,2]");
  CHECK(JSON::stringify(std::vector<bool>{true}) == "[true]");
  CHECK(JSON::stringify(std::map<std::string, std::optional<int>>{{"a", 1}, {"b", std::nullopt}}) == R"({"a":1})");
  CHECK(JSON::stringify(Lookup(Array<String>{"x", "y"})) == R"(["x","y"])");
}

TEST_CASE("keys: indices first, deleted ones gone, again at the end") {
  var v = var::object();
  for (int i = 0; i < 40; ++i) v.set("k" + str(i), i);
  v["10"] = 1;
  v["9"] = 2;
  v["01"] = 3;
  for (int i = 0; i < 40; ++i)
    if (i != 7) CHECK(v.remove("k" + str(i)));
  v["k3"] = "again";
  CHECK(Object::keys(v).join() == "9,10,k7,01,k3");
  for (int i = 0; i < 100; ++i) {
    v.remove("turn");
    v["turn"] = i;
  }
  CHECK(JSON::stringify(v) == R"({"9":2,"10":1,"k7":7,"01":3,"k3":"again","turn":99})");
  CHECK(!v.hasOwn("k5"));
  CHECK(v["k5"].isUndefined());
}

TEST_CASE("objects that were parsed alike part when one changes") {
  var v = JSON::parse(R"([{"a":1,"b":2},{"a":3,"b":4}])");
  v[0]["c"] = 5;
  v[1].remove("a");
  CHECK(JSON::stringify(v) == R"([{"a":1,"b":2,"c":5},{"b":4}])");
  CHECK(JSON::stringify(JSON::parse(R"([{"a":1,"b":2}])")) == R"([{"a":1,"b":2}])");
}

TEST_CASE("a var's array has the functions of Array") {
  var v = var::array({3, 1, 2});
  CHECK(v.slice().sort().join() == "1,2,3");
  CHECK(v.slice().sort([](const var& a, const var& b) { return b - a; }).join() == "3,2,1");
  CHECK(v.slice().sort([](const var&, const var&) { return -1; }).length() == 3);
  CHECK(v.map([](var each) { return each * 2; }).join("-") == "6-2-4");
  CHECK(v.filter([](var each) { return each > 1; }).join() == "3,2");
  CHECK(v.reduce([](var sum, var each) { return sum + each; }, 0) == 6);
  CHECK(v.find([](var each) { return each < 3; }) == 1);
  CHECK(v.indexOf(2) == 2);
  CHECK(v.includes(9) == false);
  CHECK(!Array<var>{undefined}.includes(nullptr));
  CHECK(!Array<var>{"a"}.includes(var("b")));
  CHECK(!Array<var>{var::object()}.includes(var::object()));
  CHECK(Array<var>{__builtin_nan("")}.includes(var(__builtin_nan(""))));
  CHECK(Array<var>{nullptr, undefined}.indexOf(undefined) == 1);
  CHECK(v.splice(1, 1, {"a", "b"}).join() == "1");
  CHECK(v.join() == "3,a,b,2");
  CHECK(v.shift() == 3);
  CHECK(v.unshift(0) == 4);
  CHECK(v.pop() == 2);
  CHECK(v.reverse().join() == "b,a,0");
  CHECK(v.concat(var::array({1})).concat(2).join() == "b,a,0,1,2");
  CHECK(v.at(-1) == 0);
  // A for loop over an array visits elements that are added during the loop, and it holds the array.
  int turns = 0;
  for (var each : v) {
    if (++turns < 5) v.push(each);
    if (turns == 3) v = nullptr;
    if (turns == 3) break;
  }
  CHECK(turns == 3);
  CHECK(thrown([] {
          for (var each : var::object()) (void)each;
        }) == "TypeError: object is not iterable");
}

TEST_CASE("a var's array may contain itself") {
  var v = var::array({1});
  v.push(v);
  CHECK(str(v) == "1,");
  CHECK(util::inspect(v) == "<ref *1> [ 1, [Circular *1] ]");
  v.setLength(0);
}

TEST_CASE("a var's array works as a queue") {
  var v = var::array();
  double next = 0;
  for (int i = 0; i < 1000; ++i) {
    v.push(str("element ") + i);
    v.push(str("element ") + i + " again, which is long");
    CHECK(str(v.shift()).startsWith("element"));
    next += v.length() == i + 1;
  }
  CHECK(next == 1000);
  CHECK(v[0] == "element 500");
  v.unshift("first");
  CHECK(v[0] == "first");
  CHECK(v[1] == "element 500");
  while (v.length() > 1) v.shift();
  CHECK(v[0] == "element 999 again, which is long");
  CHECK(v.shift() != nullptr);
  CHECK(v.shift() == nullptr);
  for (int i = 0; i < 100; ++i) v.push(i);
  CHECK(v.length() == 100);
  CHECK(v.reverse()[0] == 99);
  CHECK(JSON::stringify(v.splice(2)).startsWith("[97,96,"));
}
