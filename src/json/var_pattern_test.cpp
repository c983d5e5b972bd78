// Tests strings in vars with patterns (match, split, replace), properties of arrays, and the members of a RegExp in a
// var.
#include <nodecpp/bigint.h>
#include <nodecpp/error.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/symbol.h>
#include <nodecpp/util.h>

#include <doctest/doctest.h>

using namespace nodecpp;

TEST_CASE("an undefined limit of split() is none, any other is a number of 32 bits") {
  String text = "a,b,c";
  var v = text, none = undefined;
  CHECK(text.split(",", none).join("|") == "a|b|c");
  CHECK(text.split(",", undefined).join("|") == "a|b|c");
  CHECK(text.split(re(","), none).join("|") == "a|b|c");
  CHECK(v.split(",", none).join("|") == "a|b|c");
  CHECK(v.split(",", undefined).join("|") == "a|b|c");
  CHECK(v.split(",", var(nullptr)).length() == 0);
  CHECK(text.split(",", var("2")).join("|") == "a|b");
  CHECK(text.split(",", 1.9).join("|") == "a");
  CHECK(text.split(",", -1).join("|") == "a|b|c");
  CHECK(text.split(",", 4294967297.0).join("|") == "a");
  CHECK(text.split(",", 0).length() == 0);
}

TEST_CASE("a text in a var with a RegExp, also one that a var holds") {
  var v = "ab-cd-ef", pattern = re("(?<first>[a-z])([a-z])", "g"), dash = re("-");
  CHECK(v.split(re("-")).join("|") == "ab|cd|ef");
  CHECK(v.split(dash).join("|") == "ab|cd|ef");
  CHECK(v.split(dash, 2).join("|") == "ab|cd");
  CHECK(v.split(var("-")).join("|") == "ab|cd|ef");
  CHECK(v.split().length() == 1);
  CHECK(v.split(undefined).join("|") == "ab-cd-ef");
  CHECK(v.split(var()).join("|") == "ab-cd-ef");
  CHECK(var("a1b").split(1).join("|") == "a|b");
  CHECK(v.replace(re("-"), "+") == "ab+cd-ef");
  CHECK(v.replace(dash, "$&$&") == "ab--cd-ef");
  CHECK(v.replace(pattern, "$2$<first>") == "ba-dc-fe");
  CHECK(v.replaceAll(pattern, var("$2$1")) == "ba-dc-fe");
  CHECK(v.replace("-", var("+")) == "ab+cd-ef");
  CHECK(v.replaceAll("-", var("+")) == "ab+cd+ef");
  CHECK(v.replaceAll(var("-"), "+") == "ab+cd+ef");
  CHECK_THROWS_WITH_AS(v.replaceAll(dash, "+"), "TypeError: String.prototype.replaceAll called with a non-global RegExp argument", TypeError);
  CHECK(v.search(dash) == 2);
  CHECK(v.search(re("x")) == -1);
  CHECK(v.search(var("d")) == 4);
  CHECK(v.match(pattern).join("|") == "ab|cd|ef");
  CHECK(v.match(var("c.")).index == 3);
  CHECK_THROWS_WITH_AS(var(1).match(re("x")), "TypeError: v.match is not a function", TypeError);
  CHECK_THROWS_WITH_AS(var(1).split(dash), "TypeError: v.split is not a function", TypeError);
  String all;
  for (var m : v.matchAll(pattern)) all += String(m[0]) + String(m["index"]) + String(m["groups"]["first"]) + ";";
  CHECK(all == "ab0a;cd3c;ef6e;");
  // A String gives the same results with a pattern in a var.
  String text = v;
  CHECK(text.split(dash).join("|") == "ab|cd|ef");
  CHECK(text.replace(dash, "+") == "ab+cd-ef");
  CHECK(text.replaceAll(pattern, "") == "--");
  CHECK(text.search(dash) == 2);
  CHECK(text.match(dash).index == 2);
}

TEST_CASE("a function that makes replacements for a RegExp in a var") {
  var v = "x1y2", digits = re("(?<digit>\\d)", "g");
  var with = [](var match, var group, var at, var whole, var groups) {
    return match.typeOf() + group + ":" + at.typeOf() + at + whole.length() + String(groups["digit"]);
  };
  const String expected = "xstring1:number141ystring2:number342";
  CHECK(v.replace(digits, with) == expected);
  CHECK(v.replace(re("(?<digit>\\d)", "g"), with) == expected);
  CHECK(String(v).replace(digits, with) == expected);
  CHECK(v.replace(digits, [](var m) { return m * 2; }) == "x2y4");
  CHECK(v.replace(digits, [](String m, auto, int at) { return m + at; }) == "x11y23");
  CHECK(v.replace("1", [](var m, var at) { return m + at; }) == "x11y2");
  CHECK(v.replace("1", var([](var m, var at, var whole) { return m + at + whole; })) == "x11x1y2y2");
  // Parameters of type var receive JavaScript's values (the index as a number), also when the RegExp is not in a var.
  CHECK(String("a7").replace(re("(\\d)"), [](var m, var group, var at) { return at + 1; }) == "a2");
}

TEST_CASE("a match in a var is an array with properties, or null") {
  var found = var("on 2024-05").match(re("(?<year>\\d+)-(\\d+)(x)?"));
  CHECK(found.isArray());
  CHECK(found.length() == 4);
  CHECK(found[2] == "05");
  CHECK(found[3].isUndefined());
  CHECK(found["index"] == 3);
  CHECK(found["input"] == "on 2024-05");
  CHECK(found["groups"]["year"] == "2024");
  CHECK(util::inspect(found) == util::inspect(String("on 2024-05").match(re("(?<year>\\d+)-(\\d+)(x)?"))));
  var none = var("x").match(re("y"));
  CHECK(none.isNull());
  CHECK_FALSE(none);
  var all = var("a1b2").match(re("\\d", "g"));
  CHECK(all.join() == "1,2");
  CHECK_FALSE(all.has("index"));
  var places = re("b(c)", "d").exec("abc");
  CHECK(places["indices"][1][0] == 2);
  CHECK(places["indices"]["groups"].isUndefined());
}

TEST_CASE("a RegExp in a var has its properties") {
  var pattern = re("a(b)", "gi");
  CHECK(pattern["source"] == "a(b)");
  CHECK(pattern["flags"] == "gi");
  CHECK(pattern["global"] == true);
  CHECK(pattern["sticky"] == false);
  CHECK(pattern["test"]("xAB"));
  CHECK(pattern["lastIndex"] == 3);
  CHECK(pattern["exec"]("xAB").isNull());
  CHECK(pattern["exec"]("xAB")[1] == "B");
  CHECK(pattern["nothing"].isUndefined());
  CHECK(String(pattern) == "/a(b)/gi");
}

TEST_CASE("an array has properties beside its elements") {
  var list = var::array({1, 2});
  list["name"] = "x";
  list["-1"] = 5;
  list[Symbol("s")] = 6;
  CHECK(list.length() == 2);
  CHECK(list["name"] == "x");
  CHECK(list[-1] == 5);
  CHECK(list.has("name"));
  CHECK(list.hasOwn("name"));
  CHECK_FALSE(list.hasOwn("other"));
  CHECK(Object::keys(list).join() == "0,1,name,-1");
  CHECK(Object::getOwnPropertyNames(list).join() == "0,1,length,name,-1");
  CHECK(JSON::stringify(list) == "[1,2]");
  CHECK(util::inspect(list) == "[ 1, 2, name: 'x', '-1': 5, Symbol(s): 6 ]");
  CHECK_FALSE(list.slice().has("name"));
  var copy = structuredClone(list);
  CHECK(copy["name"] == "x");
  CHECK(copy.join() == "1,2");
  list.remove("name");
  CHECK_FALSE(list.has("name"));
  Object::freeze(list);
  CHECK_THROWS_WITH_AS(list["-1"] = 1, "TypeError: Cannot assign to read only property '-1' of object '[object Array]'", TypeError);
  CHECK_THROWS_WITH_AS(list["new"] = 1, "TypeError: Cannot add property new, object is not extensible", TypeError);
  CHECK_THROWS_WITH_AS(list.remove("-1"), "TypeError: Cannot delete property '-1' of [object Array]", TypeError);
  list = nullptr;
  CHECK(copy["name"] == "x");
}

TEST_CASE("what splice() may not do to a frozen array is told as V8 tells it") {
  const var frozen = Object::freeze(var::array({1, 2, 3}));
  CHECK_THROWS_WITH_AS(frozen.splice(1, 2, {9}), "TypeError: Cannot delete property '2' of [object Array]", TypeError);
  CHECK_THROWS_WITH_AS(frozen.splice(1), "TypeError: Cannot delete property '2' of [object Array]", TypeError);
  CHECK_THROWS_AS(frozen.splice(1, 1), TypeError);
  CHECK(frozen.join() == "1,2,3");
}

TEST_CASE("0n is false") {
  CHECK_FALSE(var(BigInt(0)));
  CHECK(var(BigInt(1)));
  CHECK(var(BigInt("18446744073709551616")));
  CHECK((var(BigInt(0)) || "other") == "other");
}

TEST_CASE("BigInts in vars are added, and not to numbers") {
  var big = BigInt("9007199254740993"), one = BigInt(1);
  CHECK((big + one).as<BigInt>() == BigInt("9007199254740994"));
  big += one;
  CHECK(big == var(BigInt("9007199254740994")));
  CHECK(one + "" == "1");
  CHECK(var("n") + one == "n1");
  CHECK_THROWS_WITH_AS(static_cast<void>(one + var(1)), "TypeError: Cannot mix BigInt and other types, use explicit conversions", TypeError);
  CHECK_THROWS_AS(static_cast<void>(var() + one), TypeError);
}

TEST_CASE("keys of a Map that are vars are told apart as JavaScript tells them") {
  const Error error("x");
  const Map<String, int> inner;
  const var list = var::array(), one = Symbol("s"), two = Symbol("s");
  Map<var, int> map;
  map.set(BigInt(5), 1).set(error, 2).set(inner, 3).set(list, 4).set(one, 5).set(two, 6).set(undefined, 7).set(nullptr, 8).set(__builtin_nan(""), 9);
  CHECK(map.size() == 9);
  CHECK(map.get(BigInt(5)) == 1);
  CHECK(map.get(error) == 2);
  CHECK(map.get(inner) == 3);
  CHECK(map.get(list) == 4);
  CHECK_FALSE(map.has(var::array()));
  CHECK(map.get(one) == 5);
  CHECK(map.get(two) == 6);
  CHECK(map.get(nullptr) == 8);
  CHECK(map.get(__builtin_nan("")) == 9);
  CHECK_FALSE(map.has("5"));
  CHECK_FALSE(map.has(5));
}

TEST_CASE("a default stands for what a call of a function in a var does not give") {
  var add = [](var a, var b = 5, String c = "!") { return a + b + c; };
  CHECK(add(1) == "6!");
  CHECK(add(1, 2) == "3!");
  CHECK(add(1, 2, "?") == "3?");
  CHECK(add(1, undefined) == "6!");
  CHECK(add(1, undefined, undefined) == "6!");
  CHECK(add(1, nullptr) == "1!");
  CHECK(add["length"] == 1);
  var object = var::object({{"n", 4}, {"times", [](This self, double by = 2) { return self["n"] * by; }}});
  CHECK(object["times"]() == 8);
  CHECK(object["times"](3) == 12);
  CHECK(object["times"]["length"] == 0);
  var all = [](double a = 1, double b = 2) { return a * 10 + b; };
  CHECK(all() == 12);
  CHECK(all(3) == 32);
}

TEST_CASE("a var of a null pointer is null") {
  const char* none = nullptr;
  bool yes = true;
  var v = none, w = yes ? nullptr : "";
  CHECK(v.isNull());
  CHECK(w.isNull());
  w = yes ? "text" : nullptr;
  CHECK(w == "text");
}

TEST_CASE("the functions of arrays and strings work on a property as on a variable") {
  var v = var::object({{"list", var::array({1, 2, 3})}, {"text", "a,b"}});
  auto sum = [](var a, var b) { return a + b; };
  CHECK(v["list"].reduce(sum, 10) == 16);
  CHECK(v["list"].reduce(sum) == 6);
  CHECK(v["list"].reduceRight([](var a, var b) { return a + b; }, "") == "321");
  CHECK(v["list"].map([](var each) { return each * 2; }).join() == "2,4,6");
  CHECK(v["list"].filter([](var each) { return each > 1; }).length() == 2);
  CHECK(v["list"].flatMap([](var each) { return var::array({each, each}); }).length() == 6);
  CHECK(v["list"].find([](var each) { return each > 1; }) == 2);
  CHECK(v["list"].findLast([](var each) { return each < 3; }) == 2);
  CHECK(v["list"].findIndex([](var each) { return each == 3; }) == 2);
  CHECK(v["list"].some([](var each) { return each == 3; }));
  CHECK_FALSE(v["list"].every([](var each) { return each == 3; }));
  CHECK(v["text"].split(",").length() == 2);
  CHECK(v["text"].codePointAt(0) == 97);
  CHECK(v["text"].codePointAt(9).isUndefined());
}
