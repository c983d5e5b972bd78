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
  CHECK(none.length() == 0);
  CHECK(none[0].isUndefined());
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
