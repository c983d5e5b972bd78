#include <nodecpp/error.h>
#include <nodecpp/let.h>
#include <nodecpp/lookup.h>

#include <doctest/doctest.h>
#include <cmath>

using namespace nodecpp;

TEST_CASE("undefined prints, compares and converts as JavaScript's") {
  Lookup none;
  CHECK("" + none == "undefined");
  CHECK(none + "!" == "undefined!");
  CHECK_FALSE(none);
  CHECK_FALSE(none == "");
  CHECK_FALSE(none == "undefined");
  CHECK(none != "x");
  CHECK(none == nullptr);
  CHECK(none == Lookup());
  CHECK_FALSE(none == 0);
  CHECK(std::isnan(none.toNumber()));
  CHECK_THROWS_WITH_AS(none.length(), "TypeError: Cannot read properties of undefined (reading 'length')", TypeError);
  CHECK_THROWS_WITH_AS(none[0], "TypeError: Cannot read properties of undefined (reading '0')", TypeError);
  CHECK((none || "default") == "default");
  CHECK((none || 2000) == 2000);
}

TEST_CASE("a String of what is undefined or null is that, too") {
  Lookup none, null = nullptr;
  String only = none, nothing = null;
  CHECK(only.isUndefined());
  CHECK_FALSE(only);
  CHECK(only + "!" == "undefined!");
  CHECK(nothing.isNull());
  CHECK_FALSE(nothing);
  CHECK(none.toString() == "undefined");
}

TEST_CASE("look-ups give strings and numbers") {
  Lookup text = "5", empty = "", number = 5, zero = 0;
  CHECK(text == "5");
  CHECK(text == 5);
  CHECK(text == number);
  CHECK(number == "5.0");
  CHECK(text);
  CHECK_FALSE(empty);
  CHECK_FALSE(zero);
  CHECK_FALSE(Lookup(NAN));
  CHECK(empty == 0);
  CHECK((empty || "d") == "d");
  CHECK((text || "d") == "5");
  CHECK(text[0] == "5");
  CHECK(text[1].isUndefined());
  String converted = text;
  CHECK(converted == "5");
  CHECK(text + text == "55");
}

TEST_CASE("look-ups give lists") {
  Lookup list(Array<String>{"a", "b"});
  CHECK(list.isArray());
  CHECK(list);
  CHECK("" + list == "a,b");
  CHECK(list == "a,b");
  CHECK(list.length() == 2);
  CHECK(list[1] == "b");
  CHECK(list[2].isUndefined());
  Lookup same = list;
  CHECK(same == list);
  same.push("c");
  CHECK(same.length() == 3);
  CHECK(list.length() == 2);
  CHECK_FALSE(list == Lookup(Array<String>{"a", "b"}));
  Lookup grows = "x";
  grows.push("y");
  CHECK("" + grows == "x,y");
  const Lookup& alias = same;
  same = alias;
  list = std::move(same);
  CHECK(list.length() == 3);
}

TEST_CASE("a variable that holds a number makes a look-up of its value now") {
  let<int> port = 80;
  Lookup first = port;
  port = 443;
  Lookup second = port;
  CHECK(first == 80);
  CHECK(second.toNumber() == 443);
  Lookup none = let<double>(0.0);
  CHECK_FALSE(none);
}

TEST_CASE("a text has a text's functions, a list a list's, and undefined none") {
  Lookup text = "a;b", list(Array<String>{"x", "y"}), none, null = nullptr, number = 5;
  CHECK(text.split(";").length() == 2);
  CHECK(text.startsWith("a"));
  CHECK(text.slice(-1) == "b");
  CHECK(text.replace(";", [](String match) { return match + match; }) == "a;;b");
  CHECK(text.includes(";b"));
  CHECK(text.at(-1) == "b");
  CHECK(list.join("+") == "x+y");
  CHECK(list.includes("y"));
  CHECK(list.indexOf("y") == 1);
  CHECK(list.at(-1) == "y");
  CHECK_THROWS_WITH_AS(none.split(";"), "TypeError: Cannot read properties of undefined (reading 'split')", TypeError);
  CHECK_THROWS_WITH_AS(null.trim(), "TypeError: Cannot read properties of null (reading 'trim')", TypeError);
  CHECK_THROWS_WITH_AS(none.includes("a"), "TypeError: Cannot read properties of undefined (reading 'includes')", TypeError);
  CHECK_THROWS_WITH_AS(number.trim(), "TypeError: value.trim is not a function", TypeError);
  CHECK_THROWS_WITH_AS(list.trim(), "TypeError: value.trim is not a function", TypeError);
  CHECK_THROWS_WITH_AS(text.join("+"), "TypeError: value.join is not a function", TypeError);
  CHECK(none.orElse("d") == "d");
  CHECK(Lookup("").orElse("d") == "");
  CHECK(number.orElse(7) == 5);
  CHECK(none.typeOf() == "undefined");
  CHECK(null.typeOf() == "object");
  CHECK(text.typeOf() == "string");
  CHECK(number.typeOf() == "number");
  CHECK(list.typeOf() == "object");
}

TEST_CASE("where a function takes a text, a look-up is the text that it prints") {
  Lookup text = "b", list(Array<String>{"b", "c"}), none, number = 5;
  CHECK(String("abc").indexOf(text) == 1);
  CHECK(String("ab,c").indexOf(list) == 1);
  CHECK_FALSE(String("abc").includes(none));
  CHECK(String("undefined").includes(none));
  String all = "a";
  all += text;
  all += none;
  CHECK(all == "abundefined");
  CHECK_THROWS_AS(String("5").includes(number), TypeError);
}
