#include <doctest/doctest.h>
#include <nodecpp/bigint.h>
#include <nodecpp/json.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/symbol.h>
#include <nodecpp/util.h>

#include <limits>

#include "json/var_tree.h"
#include "support/thrown.h"

using namespace nodecpp;
using tests::thrown;

TEST_CASE("objects that are built alike share a shape, and part where they differ") {
  var a = var::object(), b = var::object({{"x", 1}, {"y", 2}});
  a["x"] = 1;
  CHECK(a.objectRep()->shape != b.objectRep()->shape);
  a["y"] = 2;
  CHECK(a.objectRep()->shape == b.objectRep()->shape);
  a["z"] = 3;
  b["w"] = 4;
  b["z"] = 5;
  CHECK(JSON::stringify(a) == R"({"x":1,"y":2,"z":3})");
  CHECK(JSON::stringify(b) == R"({"x":1,"y":2,"w":4,"z":5})");
  CHECK(b["none"].isUndefined());
}

TEST_CASE("more shapes than are kept, made of literals") {
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 30; ++j)
      for (int k = 0; k < 30; ++k) {
        const var v = var::object({{"a" + str(i), i}, {"b" + str(j), j}, {"c" + str(k), k}});
        if (k == 29) CHECK(v["a" + str(i)] == i);
        if (k == 29) CHECK(v["c29"] == 29);
      }
}

TEST_CASE("keys of all lengths, an empty one, and ones with zeros") {
  var v = var::object();
  for (int length = 0; length < 60; ++length) v[str("k").repeat(std::size_t(length))] = length;
  v["with\0zero"] = "zero";
  v["with\0other"] = "other";
  for (int length = 0; length < 60; ++length) CHECK(v[str("k").repeat(std::size_t(length))] == length);
  CHECK(v["with\0zero"] == "zero");
  CHECK(v.get("with\0other") == "other");
  CHECK(Object::keys(v).length() == 62);
  const String slice = str("a text from which a short key is cut, so that it is a slice").slice(2, 6);
  v[slice] = 1;
  CHECK(v["text"] == 1);
}

TEST_CASE("a dictionary of many keys, and many dictionaries") {
  for (int round = 0; round < 3; ++round) {
    var counts = var::object();
    for (int i = 0; i < 5000; ++i) counts["word" + str(i % 700)] = (counts["word" + str(i % 700)] || 0) + 1;
    CHECK(Object::keys(counts).length() == 700);
    CHECK(counts["word99"] == 8);
  }
  // Each of these objects begins with the same keys (the same shape) and then adds a different key.
  var all = var::array();
  for (int i = 0; i < 20000; ++i) {
    var one = var::object({{"type", "x"}});
    one["key" + str(i)] = i;
    all.push(one);
  }
  CHECK(all[19999]["key19999"] == 19999);
  CHECK(JSON::stringify(all[77]) == R"({"type":"x","key77":77})");
  for (int i = 0; i < 20000; ++i) {
    var one = JSON::parse("{\"a" + str(i) + "\":1}");
    one["more"] = i;
    all.push(one);
  }
  CHECK(JSON::stringify(all[20077]) == R"({"a77":1,"more":77})");
}

TEST_CASE("a function takes fewer arguments or more, of the types that it names") {
  const var f = [](var a, var b) { return var::array({a, b}); };
  CHECK(JSON::stringify(f()) == "[null,null]");
  CHECK(JSON::stringify(f(1)) == "[1,null]");
  CHECK(JSON::stringify(f(1, 2, 3)) == "[1,2]");
  CHECK(var([](String s, double n, bool yes) { return s + str(n) + str(yes); })("x", "5", 1) == "x5true");
  CHECK(var([](String s) { return s.isUndefined(); })() == true);
  CHECK(var([](auto a) { return a; })(7) == 7);
  CHECK(var([](auto... all) { return sizeof...(all); })().toNumber() == 8);
  CHECK(var([](var first, Rest rest) { return first + rest.length(); })(1, 2, 3, 4) == 4);
  CHECK(var([] {})().isUndefined());
  CHECK(var(+[](var a) { return a + 1; })(1) == 2);
  CHECK(f["length"] == 2);
  CHECK(f["name"] == "");
  CHECK(var::object({{"g", [] {}}})["g"]["name"] == "g");
  CHECK(var::object({{"f", f}})["f"]["name"] == "");  // `f` was created outside of the list, so it gets no name here.
  CHECK(thrown([] { var(5)(); }) == "TypeError: v is not a function");
  CHECK(thrown([] { var::object()["f"](); }) == "TypeError: v.f is not a function");
  CHECK(thrown([] { var::object({{"f", 1}})["f"](); }) == "TypeError: v.f is not a function");
}

TEST_CASE("a function lives while it runs, and its closure goes with it") {
  let<int> alive = 0;
  struct Guest {
    let<int> count;
    explicit Guest(const let<int>& of) : count(of) { ++count; }
    Guest(const Guest& other) : count(other.count) { ++count; }
    ~Guest() { --count; }
  };
  {
    var holder = var::object();
    holder["f"] = [guest = Guest(alive), holder](var) {
      holder.remove("f");
      return *guest.count.operator->();
    };
    CHECK(alive.value() == 1);
    CHECK(holder["f"](1) == 1);
    CHECK(alive.value() == 0);
  }
  {
    var made;
    {
      var Thing = var::function("Thing", [guest = Guest(alive)](This self) { self["n"] = 1; });
      made = Thing.construct();
      CHECK(made["constructor"] == Thing);
      CHECK(alive.value() == 1);
    }
    CHECK(alive.value() == 0);
    CHECK(made["constructor"].isUndefined());
    CHECK(util::inspect(made) == "Object { n: 1 }");
  }
  {
    // A chain of functions, each captured by the next one, must be freed without recursion, which would exhaust the
    // stack.
    var chain = [] { return 0; };
    for (int i = 0; i < 100000; ++i) chain = [chain] { return 1; };
    CHECK(chain() == 1);
  }
}

TEST_CASE("getters and setters may change the object") {
  var v = var::object({{"a", 1}});
  Object::defineProperty(v, "b", var::object({{"get", [](This self) { self.remove("a"); return 2; }}, {"enumerable", true}}));
  v["c"] = 3;
  var seen = var::array();
  for (const auto& [key, value] : Object::entries(v)) seen.push(var::array({key, value}));
  CHECK(JSON::stringify(seen) == R"([["a",1],["b",2],["c",3]])");
  CHECK(JSON::stringify(v) == R"({"b":2,"c":3})");
  CHECK(thrown([&] { v["b"] = 1; }) == "TypeError: Cannot set property b of #<Object> which has only a getter");
  var child = Object::create(v);
  CHECK(child["b"] == 2);
  Object::defineProperty(v, "d", var::object({{"set", [](This self, var to) { self["set"] = to; }}}));
  child["d"] = 5;
  CHECK(child["set"] == 5);
  CHECK(v["set"].isUndefined());
}

TEST_CASE("a loop over what the program iterates, left early") {
  var log = var::array();
  var range = var::object();
  range[Symbol::iterator()] = [log] {
    let<int> at = 0;
    return var::object({{"next", [at] { return var::object({{"value", at++}, {"done", at.value() > 5}}); }},
                        {"return", [log] { log.push("return"); return var::object(); }}});
  };
  double sum = 0;
  for (var each : range) sum += double(each);
  CHECK(sum == 10);
  CHECK(log.length() == 0);
  for (var each : range)
    if (each == 2) break;
  CHECK(log.join() == "return");
  String text;
  for (var character : var("a😀b")) text += character + "|";
  CHECK(text == "a|😀|b|");
  CHECK(thrown([] {
          for (var each : var(5)) (void)each;
        }) == "TypeError: 5 is not iterable");
}

TEST_CASE("things of the program's are in a var as they are") {
  Map<String, int> map{{"a", 1}};
  var v = var::object({{"map", map}, {"error", TypeError("no")}});
  v["map"].as<Map<String, int>>().set("b", 2);
  CHECK(map.size() == 2);
  CHECK(v["map"]["size"] == 2);
  CHECK(v["map"] == var(map));
  CHECK(v["error"]["message"] == "no");
  CHECK(v["error"].is<Error>());
  CHECK(!v["error"].is<Map<String, int>>());
  CHECK(thrown([&] { v["error"].as<Map<String, int>>(); }) == "TypeError: The value is not of that type but object");
  CHECK(var(Error()).isUndefined());
  CHECK(JSON::stringify(v) == R"({"map":{},"error":{}})");
  CHECK(str(v["error"]) == "TypeError: no");
}

TEST_CASE("a symbol is equal to itself, and no text is its key") {
  const Symbol one("x"), other("x");
  var v = var::object();
  v[one] = 1;
  v[other] = 2;
  v["x"] = 3;
  CHECK(v[one] == 1);
  CHECK(v[other] == 2);
  CHECK(v["x"] == 3);
  CHECK(Object::keys(v).join() == "x");
  CHECK(Object::getOwnPropertySymbols(v)[1] == var(other));
  CHECK(Symbol::for_("k") == Symbol::for_("k"));
  CHECK(thrown([&] { String s = var(one); }) == "TypeError: Cannot convert a Symbol value to a string");
}

TEST_CASE("a BigInt is loosely equal to the number and the text that it is") {
  const var five = BigInt(5), large = BigInt("9007199254740993");
  CHECK(five.looselyEquals(5));
  CHECK(var(5).looselyEquals(five));
  CHECK_FALSE(five.looselyEquals(5.5));
  CHECK_FALSE(five.looselyEquals(std::numeric_limits<double>::infinity()));
  CHECK(five.looselyEquals(" 5 "));
  CHECK(var("0x5").looselyEquals(five));
  CHECK_FALSE(five.looselyEquals("five"));
  CHECK(var(BigInt(1)).looselyEquals(true));
  CHECK(var(BigInt(0)).looselyEquals(-0.0));
  CHECK(var(BigInt(0)).looselyEquals(""));
  CHECK(large.looselyEquals("9007199254740993"));
  CHECK_FALSE(large.looselyEquals(9007199254740992.0));
  CHECK(var(BigInt("1000000000000000000000")).looselyEquals(1e21));
  CHECK(five.looselyEquals(var(BigInt(5))));
  CHECK_FALSE(five.looselyEquals(Map<String, int>()));
  var object = var::object();
  object["valueOf"] = [] { return 5; };
  CHECK(five.looselyEquals(object));
}

TEST_CASE("what += asks may assign to the variable itself") {
  var sum = var::object();
  var other = var::object();
  const auto assigns = [&] {
    sum = "assigned meanwhile, and too long to be kept in the value itself";
    return 5;
  };
  sum["valueOf"] = assigns;
  sum += 1;
  CHECK(sum == 6);
  other["valueOf"] = assigns;
  sum = "a text that is long enough to be counted, and not in the value";
  sum += other;
  CHECK(sum == "a text that is long enough to be counted, and not in the value5");
  sum = var::array({other, other});
  sum += sum;
  CHECK(sum == "[object Object],[object Object][object Object],[object Object]");
  var holder = var::object();
  holder["x"] = var::object();
  holder["x"]["valueOf"] = [&] {
    holder["x"] = 1;
    return 2;
  };
  holder["x"] += 3;
  CHECK(holder["x"] == 5);
}

TEST_CASE("what a compound assignment asks may assign to the variables of the object and of the key") {
  var holder = var::object(), name = "a key that is long enough to be counted, and not in the value";
  const var first = holder;
  const String key = str(name);
  holder[name] = 5;
  const auto asked = [&](double is) {
    var out = var::object();
    out["valueOf"] = [&, is] {
      name = "another key, which is long enough to be counted, too";
      holder = var::object();
      return is;
    };
    return out;
  };
  holder[name] += asked(3);
  CHECK(first[key] == 8);
  CHECK(Object::keys(holder).length() == 0);
  holder = first;
  name = key;
  holder[name] -= asked(2);
  CHECK(first[key] == 6);
  holder = first;
  name = key;
  first[key] = asked(9);
  CHECK(holder[name]++ == 9);
  CHECK(first[key] == 10);
  CHECK(Object::keys(holder).length() == 0);
  CHECK(Object::keys(first).length() == 1);
}
