// The operations of a var that have a fast path for numbers, arrays and short texts, with the values that this path must
// leave to the general one.
#include <doctest/doctest.h>
#include <nodecpp/bigint.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/object.h>
#include <nodecpp/symbol.h>

#include <cmath>
#include <limits>
#include <memory>

#include "support/thrown.h"

using namespace nodecpp;
using tests::thrown;

TEST_CASE("comparisons of numbers, texts and what is converted") {
  const var nan = NaN, one = 1, two = 2, text = "10", other = "9", none = undefined, null = nullptr, yes = true;
  CHECK(one < two);
  CHECK_FALSE(two < one);
  CHECK_FALSE((nan < one || nan > one || nan <= one || nan >= one || one < nan || one >= nan));
  CHECK((one <= 1 && one >= 1 && !(one < 1) && !(one > 1) && 1 <= one && 0 < one && 2.5 > two));
  CHECK_FALSE((none < 1 || none >= 1 || 1 < none || none <= none));
  CHECK((null <= 0 && null >= null && yes > 0 && yes <= one));
  // Two texts are compared as texts, a text and a number as numbers.
  CHECK((text < other && text > 9 && 9 < text && text >= var(10) && "a" < var("b") && var("b") > "a"));
  CHECK_FALSE((var("x") < 1 || var("x") >= 1));
  const var asked = var::object({{"valueOf", [] { return 5; }}});
  CHECK((asked < 6 && asked >= var(5) && 4 < asked && !(asked > "5")));
  CHECK(thrown([] { static_cast<void>(var(Symbol("s")) < 1); }) == "TypeError: Cannot convert a Symbol value to a number");
}

TEST_CASE("arithmetic of numbers, and of what is converted") {
  const var seven = 7, text = "3", none = undefined, null = nullptr;
  CHECK((seven - text == 4 && seven * null == 0 && seven / text == 7.0 / 3 && seven % text == 1 && text - 1 == 2 && 10 - text == 7));
  CHECK(var(seven - none).toString() == "NaN");
  CHECK(((seven & text) == 3 && (seven | 8) == 15 && (seven ^ null) == 7 && (text << 2) == 12 && (var(-16) >> text) == -2 && ~text == -4));
  CHECK(var(-1).shiftRightUnsigned(0) == 4294967295.0);
  CHECK(var(-1).shiftRightUnsigned(text) == 536870911);
  CHECK(var("-8").shiftRightUnsigned(28) == 15);
  CHECK(var(1e21).shiftRightUnsigned(1) == 1867513856);
  CHECK(Object::is(var(-4) % 4, -0.0));
  CHECK(Object::is(var(-0.0) % 8, -0.0));
  CHECK(Object::is(var(8) % 4, 0));
  CHECK((var(4294967295.0) % 4294967296.0 == 4294967295.0 && var(4294967296.0) % 3 == 1 && var(4294967297.0) % 4294967296.0 == 1));
  CHECK((var(5.5) % 2 == 1.5 && var(7) % 2.5 == 2 && var(7) % -4 == 3 && std::isnan(double(var(7) % 0)) && var(7) % Infinity == 7));
  // A date and an object are converted by a function.
  CHECK(var(Date(5000)) - var(Date(2000)) == 3000);
  const var asked = var::object({{"valueOf", [] { return "6"; }}});
  CHECK((asked * 2 == 12 && 2 - asked == -4));
}

TEST_CASE("integers of 32 bits, their limits, and -0") {
  const var most = 2147483647, least = std::numeric_limits<std::int32_t>::min(), one = 1, zero = 0, big = 65536;
  CHECK((most + one == 2147483648.0 && one + most == 2147483648.0 && most + most == 4294967294.0 && least - one == -2147483649.0));
  CHECK((least + least == -4294967296.0 && zero - least == 2147483648.0 && big * big == 4294967296.0 && most * most == 4611686014132420609.0));
  CHECK((-least == 2147483648.0 && least * -1 == 2147483648.0 && ~most == least && ~least == most));
  CHECK(Object::is(zero * -5, -0.0));
  CHECK(Object::is(var(-5) * zero, -0.0));
  CHECK(Object::is(zero * 5, 0));
  CHECK(Object::is(-zero, -0.0));
  CHECK(Object::is(least % least, -0.0));
  CHECK(Object::is(var(-7) % 7, -0.0));
  CHECK(Object::is(var(7) % -7, 0));
  CHECK((var(-7) % 4 == -3 && var(7) % -4 == 3 && most % 65536 == 65535 && most % 10 == 7 && std::isnan(double(one % zero))));
  CHECK(1 / (zero * var(-1)) == -Infinity);
  CHECK(Object::is(var(-0.0) - 0, -0.0));
  CHECK(Object::is(var(-0.0) + 0, 0));
  var up = most, down = least;
  CHECK((up++ == 2147483647 && up == 2147483648.0 && ++up == 2147483649.0 && up-- == 2147483649.0 && --up == 2147483647));
  CHECK((--down == -2147483649.0 && down++ == -2147483649.0 && down == least));
  up += one;
  CHECK((up == 2147483648.0 && (up | 0) == least && up.shiftRightUnsigned(0) == 2147483648.0));
  CHECK(((most << 1) == -2 && (one << 31) == least && (one << 32) == 1 && (least >> 31) == -1 && least.shiftRightUnsigned(31) == 1));
  CHECK((var(4294967295u) == 4294967295.0 && var(std::int64_t(-2147483649)) == -2147483649.0 && var(SIZE_MAX) == 18446744073709551615.0));
  CHECK((var(4294967295u) + 1 == 4294967296.0 && (var(4294967295u) | 0) == -1 && (var(1e10) | 0) == 1410065408 && (var(-1e10) & 255) == 0));
  CHECK(((var(NaN) | 1) == 1 && (var(Infinity) | 1) == 1 && (var(9.3e18) | 0) == -81657856 && (var(-9223372036854775808.0) | 0) == 0));
  CHECK((int(most) == 2147483647 && std::int64_t(least) == -2147483648 && std::size_t(var(-1)) == 0 && double(most) == 2147483647));
  var list = var::array({1, 2.0, 3});
  CHECK((list[one] == 2 && list[list[0]] == 2 && list[list[1]] == 3 && list[var(2.0)] == 3 && list[one + one] == 3));
  CHECK(JSON::stringify(var::array({most + one, one + one, zero * -1, big * 2})) == "[2147483648,2,0,131072]");
}

TEST_CASE("objects in rows, and what a prototype has") {
  const auto made = [](var x) { return var::object({{"x", x}}); };
  var rows = var::array({var::array({made(1), made(2)}), JSON::parse("[{\"x\": 3}, {\"x\": 4}]")});
  const var one = 1, zero = 0;
  CHECK((rows[zero][one]["x"] == 2 && rows[one][zero]["x"] == 3 && rows[one][one]["x"] + rows[zero][zero]["x"] == 5));
  rows[one][zero]["x"] += 10;
  const var before = rows[one][zero];
  rows[one][zero] = made(7);
  CHECK((before["x"] == 13 && rows[one][zero]["x"] == 7));
  // A row to which only the statement refers.
  const auto fresh = [&] { return var::object({{"row", var::array({made(5)})}}); };
  CHECK((fresh()["row"][zero]["x"] == 5 && var::array({var::array({made(6)})})[zero][zero]["x"] == 6));
  var base = var::object({{"name", "base"}, {"shown", "yes"}}), object = Object::create(base);
  CHECK((object["name"] == "base" && object["missing"].isUndefined()));
  object["name"] = "own";
  CHECK((object["name"] == "own" && object["shown"] == "yes" && Object::create(object)["shown"] == "yes"));
  base["later"] = 1;
  CHECK(object["later"] == 1);
  base.remove("shown");
  CHECK(object["shown"].isUndefined());
}

TEST_CASE("++ and -- convert first") {
  var none, text = "5", yes = true;
  CHECK(std::isnan(double(none++)));
  CHECK(std::isnan(double(none)));
  CHECK((text++ == 5 && text == 6 && --yes == 0 && yes == 0));
  var object = var::object({{"text", "7"}, {"none", undefined}});
  var list = var::array({"1", 2});
  CHECK((object["text"]++ == 7 && object["text"] == 8 && --list[0] == 0 && list[0] == 0 && list[1]-- == 2 && list[1] == 1));
  object["none"]++;
  CHECK(std::isnan(double(object["none"])));
  list[-1] = "3";
  CHECK((++list[-1] == 4 && list["-1"] == 4));
  const var key = 1;
  CHECK((list[key]++ == 1 && list[1] == 2));
  object["text"] -= "3";
  list[key] *= "4";
  CHECK((object["text"] == 5 && list[1] == 8));
}

TEST_CASE("a number is an index when its text is one") {
  var list = var::array({"a", "b", "c"});
  const auto at = [&](double index) { return var(list[var(index)]); };
  CHECK((at(0) == "a" && at(2) == "c" && at(-0.0) == "a"));
  CHECK((at(3).isUndefined() && at(-1).isUndefined() && at(1.5).isUndefined() && at(NaN).isUndefined() && at(Infinity).isUndefined() &&
         at(4294967295.0).isUndefined() && at(4294967294.0).isUndefined() && at(1e20).isUndefined()));
  for (const double index : {-1.0, 1.5, 4294967295.0, 4294967296.0, 1e21}) {
    list[var(index)] = index;
    CHECK(at(index) == index);
    CHECK(list[var(str(index))] == index);
  }
  CHECK(list.length() == 3);
  CHECK(Object::keys(list).join() == "0,1,2,-1,1.5,4294967295,4294967296,1e+21");
  var object = var::object();
  object[var(-0.0)] = "zero";
  object[var(7)] = "seven";
  CHECK((object["0"] == "zero" && object[7] == "seven" && object[var("7")] == "seven"));
  const var bytes = Buffer::from("xy");
  CHECK((bytes[var(1)] == 121 && bytes[var(2)].isUndefined() && bytes[var(-1)].isUndefined()));
}

TEST_CASE("texts that are equal, and their lengths") {
  const String built = str("ab") + "cd";
  const String longer = String("x").repeat(40);
  CHECK((var("abcd") == var(built) && var(built) == "abcd" && var(longer) == var(String("x").repeat(40))));
  CHECK_FALSE((var("abcd") == var("abce") || var("1") == var(1) || var("") == var(nullptr) || var(longer) == var(String("x").repeat(41))));
  CHECK(var(longer.slice(0, 4)) == var("xxxx"));
  for (const var& text : {var("h\xc3\xa9llo"), var(str("h\xc3\xa9llo").repeat(20)), var("plain"), var(str("plain").repeat(20)), var("")}) {
    const auto units = text.text().length();
    CHECK((text["length"] == units && text.length() == units && text["length"] == units));
  }
  CHECK(var("\xf0\x9f\x98\x80")["length"] == 2);
}

TEST_CASE("for-of of a text gives its characters, and may be left and nested") {
  const String letters = "a\xc3\xa9\xf0\x9f\x98\x80z";
  for (const var& text : {var(letters), var(letters.repeat(9))}) {
    String seen;
    for (const var character : text) seen += str(character) + "|";
    String expected;
    for (const auto character : text.text()) expected += character + "|";
    CHECK(seen == expected);
  }
  var text = "abc";
  String seen;
  for (const var outer : text) {
    text = "other";  // the loop holds its own text
    for (const var inner : var("xy")) {
      seen += str(outer) + str(inner) + " ";
      if (outer == "b") break;
    }
  }
  CHECK(seen == "ax ay bx cx cy ");
  for (const var none : var("")) seen += "none" + str(none);
  CHECK(seen == "ax ay bx cx cy ");
}

TEST_CASE("the operations on a property keep the object while a setter drops it") {
  var object = var::object();
  Object::defineProperty(object, "p", var::object({{"set", [&](var value) { object = value; }}, {"get", [] { return 1; }}}));
  object["p"] = "gone";
  CHECK(object == "gone");
  CHECK(thrown([] { var::object({{"f", 1}})["f"](); }) == "TypeError: v.f is not a function");
  CHECK(thrown([] { var::array({1})[0](); }) == "TypeError: v.0 is not a function");
  CHECK(thrown([] { var(5).push(1); }) == "TypeError: v.push is not a function");
}

TEST_CASE("a new property is added unless the object is fixed or a prototype has a setter for it") {
  var top = var::object(), middle = var::object(), set = var::array();
  Object::defineProperty(top, "p", var::object({{"set", [=](var value) { set.push(value); }}}));
  middle.setPrototype(top);
  var object = var::object();
  object.setPrototype(middle);
  object["p"] = 1;
  object["q"] = 2;
  CHECK(str(set) == "1");
  CHECK(str(Object::keys(object)) == "q");
  CHECK(object["missing"].isUndefined());
  object.remove("q");
  object["q"] = 3;
  CHECK((object["q"] == 3 && str(Object::keys(object)) == "q"));
  Object::preventExtensions(object);
  CHECK(thrown([&] { object["r"] = 4; }) == "TypeError: Cannot add property r, object is not extensible");
  const var F = var::function("F", [](This self) { self["a"] = 1; });
  CHECK((F.construct()["constructor"] == F && F.construct()["toJSON"].isUndefined()));
}

TEST_CASE("texts of up to eight bytes are compared by these bytes alone") {
  // JSON.parse and a slice leave other bytes behind the text than a literal does.
  const var parsed = JSON::parse(R"(["", "a", "ab", "1234567", "12345678", "12345679", "123456789", "é"])");
  const char* const same[] = {"", "a", "ab", "1234567", "12345678", "12345679", "123456789", "é"};
  const String whole = "xx1234567890 and what makes this text longer than a variable has room for";
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 8; k++) CHECK((parsed[i] == var(same[k])) == (i == k));
  CHECK((var(whole.slice(2, 3)) == var("1") && var(whole.slice(2, 10)) == parsed[4] && var(whole.slice(2, 11)) == parsed[6]));
  CHECK_FALSE((var(whole.slice(2, 10)) == parsed[5] || parsed[1] == parsed[2] || parsed[0] == var(nullptr)));
  var grown = "";
  for (const char* digit : {"1", "2", "3", "4", "5", "6", "7", "8"}) grown += digit;
  CHECK((grown == parsed[4] && grown != parsed[3]));
}

TEST_CASE("an operator uses up what was read, and nothing else") {
  const var list = var::array({2.5, 4, "text", var::array({1}), var::object({{"valueOf", [] { return 6; }}})});
  const var o = var::object({{"n", 3}, {"s", "a long text that does not stand in its variable"}});
  CHECK((list[0] * list[1] == 10 && list[0] + list[1] == 6.5 && list[1] - o["n"] == 1 && o["n"] / list[0] == 1.2 && list[1] % o["n"] == 1));
  CHECK(((list[1] | o["n"]) == 7 && (list[1] << o["n"]) == 32 && list[0] < list[1] && o["n"] >= list[0] && !(list[1] <= o["n"])));
  CHECK((list[2] + list[1] == "text4" && list[3] + o["n"] == "13" && list[4] * list[1] == 24 && list[4] > list[1] && list[2] + o["s"] == "texta long text that does not stand in its variable"));
  CHECK((o["s"] < list[2] && o["s"] + o["s"] == o["s"].toString().repeat(2)));
  var kept = list[0];
  auto slot = list[1];
  CHECK((kept * list[1] == 10 && slot * list[1] == 16 && slot + kept == 6.5 && slot < kept + slot));
  CHECK((kept == 2.5 && slot == 4 && list[0] == 2.5 && list[1] == 4 && list.length() == 5));
  CHECK(JSON::stringify(list[3]) == "[1]");
  CHECK(thrown([&] { static_cast<void>(list[0] * list[2] * var(Symbol("s"))); }) == "TypeError: Cannot convert a Symbol value to a number");
  // What was read may be the only reference, and its valueOf may release more.
  let<var> holder = var::object({{"list", var::array({1})}});
  holder->set("valueOf", [=] { holder = 7; return 40; });
  const var outer = var::array({holder.value()});
  CHECK(outer[0] + list[1] == 44);
  CHECK(holder.value() == 7);
}

TEST_CASE("elements of rows are read and changed as elements of arrays are") {
  var rows = var::array({var::array({1, 2.5, "text"}), var::array({var::array({3}), -1, true})});
  var i = 0, k = 1;
  CHECK((rows[i][k] * 2 == 5 && rows[i][k + 1] == "text" && rows[i + 1][i][i] == 3 && rows[i + 1][i + 2] == true));
  CHECK((rows[i][k + 7].isUndefined() && rows[i][var(-1)].isUndefined() && rows[i][var(0.5)].isUndefined()));
  CHECK((rows[i][var("length")] == 3 && rows[i][var("1")] == 2.5 && rows[var("1")][k] == -1));
  CHECK((rows[i][k] = 7) == 7);
  CHECK((rows[i][k] += rows[i][i]) == 8);
  CHECK((rows[i][k]++ == 8 && ++rows[i][k] == 10 && (rows[i][k] /= 4) == 2.5 && (rows[i][k] |= 1) == 3));
  CHECK((rows[i][k] += " and more") == "3 and more");
  rows[i][k] = rows[k];
  CHECK(JSON::stringify(rows) == R"([[1,[[3],-1,true],"text"],[[3],-1,true]])");
  rows[k][k] = rows[k];  // a circle, for the collector
  rows[k][k] = 4;
  auto kept = rows[k][k];
  kept = 5;
  CHECK((kept == 5 && rows[k][k] == 4));
  Object::freeze(rows[k]);
  CHECK(thrown([&] { rows[k][k] = 1; }) == "TypeError: Cannot assign to read only property '1' of object '[object Array]'");
  CHECK(thrown([&] { rows[i][i](); }) == "TypeError: v.0 is not a function");
}

TEST_CASE("a row lives as long as an assignment to its element needs it") {
  // Nothing but the statement refers to the row that a getter returns.
  var o = var::object();
  Object::defineProperty(o, "row", var::object({{"get", [] { return var::array({1, 2}); }}}));
  var k = 1;
  CHECK((o["row"][k] * 2 == 4 && (o["row"][k] = 3) == 3 && o["row"][k]++ == 2 && (o["row"][k] += 5) == 7));
  // The operand's valueOf drops the row, and the array that it is in.
  let<var> rows = var::array({var::array({1, 2})});
  const var drops = var::object({{"valueOf", [=] {
                                    rows = var::array({var::array({5, 6})});
                                    return 10;
                                  }}});
  var held = rows.value();
  CHECK((held[var(0)][k] += drops) == 12);
  CHECK(JSON::stringify(held) == "[[1,12]]");
  held = undefined;
  const var empties = var::object({{"valueOf", [=] {
                                      rows->setLength(0);
                                      return 10;
                                    }}});
  held = rows.value();
  CHECK((held[var(0)][k] *= empties) == 60);
  CHECK(rows->length() == 0);
  // What is assigned is evaluated first.
  held = var::array({var::array({1, 2})});
  const var other = [&held] {
    held = var::array({var::array({7, 8})});
    return 9;
  };
  held[var(0)][k] = other();
  CHECK(JSON::stringify(held) == "[[7,9]]");
}

TEST_CASE("remainders and steps at the ends of the integers") {
  const double numbers[] = {0, -0.0, 1, -1, 7, -7, 8, 2.5, -2.5, 2147483647, -2147483648.0, 2147483648.0, 4294967295.0, 4294967296.0, 9007199254740991.0, 1e300, INFINITY, NAN};
  const auto same = [](const var& a, double b) { return Object::is(a, var(b)); };
  for (const double a : numbers)
    for (const double b : numbers) {
      const bool whole = b >= INT32_MIN && b <= INT32_MAX && b == std::trunc(b) && !std::signbit(b);
      CHECK(same(var(a) % var(b), std::fmod(a, b)));
      if (whole || (b < 0 && b >= INT32_MIN && b == std::trunc(b))) CHECK(same(var(a) % var(int(b)), std::fmod(a, b)));
    }
  var i = INT32_MAX;
  CHECK((i + 1 == 2147483648.0 && i++ == 2147483647 && i == 2147483648.0 && --i == 2147483647 && i - -1 == 2147483648.0));
  i = INT32_MIN;
  CHECK((i - 1 == -2147483649.0 && i-- == INT32_MIN && i == -2147483649.0 && ++i == INT32_MIN && i + 4294967295u == 2147483647));
  const var list = var::array({"a", "b"});
  i = 0;
  i--;
  CHECK((list[i].isUndefined() && list[i + 1] == "a" && list[i + 2u] == "b" && list[i + 3].isUndefined()));
}

TEST_CASE("a temporary that an operator used up is a value or undefined, and its reference is dropped once") {
  var big = BigInt(7), text = "a", two = 2;
  CHECK((big * big + big).toString() == "56");
  CHECK(thrown([&] { return (big * big) * (two * two); }) ==
        "TypeError: Cannot mix BigInt and other types, use explicit conversions");
  CHECK(((text + text) + (two * two) == "aa4" && (two + two) + (text + text) == "4aa" && (two - 1) + text == "1a"));
  CHECK(((two * 3) % (two + 2) == 2 && 10 - (two * two) == 6 && 1.5 * (two + two) == 6 && (two + two) - 0.5 == 3.5));
  CHECK(((two * two) < (two + 3) && (two * two) <= two * two && !((text + text) < (text + "A"))));
  const var list = var::array({1}), number = var::object({{"valueOf", [] { return 5; }}});
  // A list whose last reference is in a temporary, and an object that another variable holds too.
  CHECK(((var::array({3}) * var::array({4})) == 12 && var(number) + var(number) == 10 && var(list) + var(list) == "11"));
  CHECK((number + 1 == 6 && list[var(0)] == 1));
  const auto counted = std::make_shared<int>(5);
  const auto object = [=] { return var::object({{"valueOf", [counted] { return *counted; }}}); };
  CHECK((object() + object() == 10 && object() * two == 10 && two - object() == -3 && object() < object() + two));
  CHECK(thrown([&] { return object() * big; }) != "");
  CHECK(counted.use_count() == 2);  // the one here and the one of the function that makes objects
  var sum = 0;
  sum += two * two;
  sum += text + text;
  CHECK(sum == "4aa");
  var moved = 3;
  CHECK(std::move(moved) + 1 == 4);
  CHECK((moved.isUndefined() && moved == var() && var() == moved && !moved && moved.toString() == "undefined"));
  moved = "again";
  CHECK(moved == "again");
}

TEST_CASE("numbers are indices when they are whole, not negative and below 2^32 - 1") {
  const var list = var::array({"a", "b", "c"}), half = 0.5, one = half + half;
  CHECK((list[one] == "b" && list[one * 2] == "c" && list[half * 0] == "a" && list[half - half] == "a"));
  CHECK((list[half].isUndefined() && list[half * -2].isUndefined() && list[one / 0].isUndefined() && list[one * NAN].isUndefined()));
  CHECK((list[var(-0.0)] == "a" && list[var(4294967295.0)].isUndefined() && list[var(1e300)].isUndefined() && list[var(-1e300)].isUndefined()));
  var named = var::array({"a"});
  named[var(4294967295.0)] = "last";
  named[half * -2] = "minus";
  CHECK((named["length"] == 1 && named["4294967295"] == "last" && named["-1"] == "minus" && named[var(-1.0)] == "minus"));
}

TEST_CASE("methods of prototypes are found behind objects, getters and deleted properties") {
  var Base = var::function("Base", [](This self) { self["own"] = 1; });
  Base["prototype"]["name"] = [] { return "base"; };
  Base["prototype"]["other"] = [] { return "other"; };
  var Derived = var::function("Derived", [](This self) { self["own"] = 2; });
  Object::setPrototypeOf(Derived["prototype"], Base["prototype"]);
  const var object = Derived.construct();
  for (int round = 0; round < 2; ++round)  // the second time at a slot that was found before
    CHECK((object["name"]() == "base" && object["other"]() == "other" && object["none"].isUndefined()));
  CHECK((object["constructor"] == Derived && Object::getPrototypeOf(object)["constructor"] == Derived && Base.construct()["constructor"] == Base));
  Derived["prototype"]["name"] = [] { return "derived"; };
  CHECK((object["name"]() == "derived" && object["other"]() == "other"));
  object["name"] = [] { return "own"; };
  CHECK(object["name"]() == "own");
  object.remove("name");
  CHECK((object["name"]() == "derived" && object["own"] == 2));
  Derived["prototype"].remove("name");
  CHECK((object["name"]() == "base" && object["other"]() == "other"));
  const var prototype = Base["prototype"];
  Object::defineProperty(prototype, "size", var::object({{"get", [](This self) { return self["own"]; }}}));
  CHECK((object["size"] == 2 && object["name"]() == "base"));
  Base["prototype"]["constructor"] = 6;
  CHECK((Base.construct()["constructor"] == 6 && object["constructor"] == Derived));
  Derived["prototype"]["constructor"] = 5;
  CHECK(object["constructor"] == 5);
  CHECK(Object::create(nullptr)["name"].isUndefined());
  // A key with the same six bits of a hash as another one, of the object or of the prototype.
  const var many = Object::create(object);
  for (int i = 0; i < 40; ++i) many["key" + str(i)] = i;
  CHECK((many["name"]() == "base" && many["other"]() == "other" && many["own"] == 2 && many["constructor"] == 5));
}
