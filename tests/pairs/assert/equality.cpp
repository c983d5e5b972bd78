#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>

#include "told.h"

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto list = Array<int>{1, 2};
  told([] { assert::strictEqual(1, 1); });
  told([] { assert::strictEqual(1, 2); });
  told([] { assert::strictEqual(0.0, -0.0); });
  told([] { assert::strictEqual(Number::NaN, Number::NaN); });
  told([] { assert::strictEqual(1, "1"); });
  told([] { assert::strictEqual(1, true); });
  told([] { assert::strictEqual(1, 2, "they differ"); });
  told([] { assert::strictEqual(1, 2, ""); });
  told([] { assert::strictEqual(1, 2, TypeError("mine")); });
  told([] { assert::strictEqual("a text", str("a text")); });
  told([] { assert::strictEqual("short", "other"); });
  told([] { assert::strictEqual("a longer text", "a longer texts"); });
  told([] { assert::strictEqual("a longer text", "another text"); });
  told([] { assert::strictEqual("it is the first", "is it the first"); });
  told([] { assert::strictEqual("caf\u00e9 au lait, \U0001F600 x", "caf\u00e9 au lait, \U0001F600 y"); });
  told([] { assert::strictEqual(str("a").repeat(60), str("a").repeat(59) + "b"); });
  told([] { assert::strictEqual("one\ntwo\nthree", "one\n2\nthree"); });
  told([] { assert::strictEqual("a long first line\nb", "a long first line\nc"); });
  told([=] { assert::strictEqual(list, list); });
  told([=] { assert::strictEqual(list, Array<int>{1, 2}); });
  told([] { assert::strictEqual(Array<int>{1, 2, 3}, Array<int>{1, 2, 4}); });
  told([] { assert::strictEqual(nullptr, undefined); });
  told([] { assert::strictEqual("text", nullptr); });
  told([] { assert::strictEqual(12345678901, 12345678902); });
  told([] { assert::strictEqual(Array<int>{1}, 1); });
  told([] { assert::strictEqual(var::object({{"a", 1}}), var::object({{"a", 1}})); });
  told([] { assert::strictEqual(var::object({{"a", 1}, {"b", "x"}}), var::object({{"a", 1}, {"b", "y"}})); });
  told([] { assert::strictEqual(Buffer::from("ab"), Buffer::from("ab")); });
  told([] { assert::notStrictEqual(1, 2); });
  told([] { assert::notStrictEqual(1, 1); });
  told([] { assert::notStrictEqual("a text", "a text"); });
  told([] { assert::notStrictEqual(1, 1, "the same"); });
  told([=] { assert::notStrictEqual(list, list); });
  told([=] { assert::notStrictEqual(list, Array<int>{1, 2}); });
  told([] { assert::equal(1, 1); });
  told([] { assert::equal(1, "1"); });
  told([] { assert::equal(true, 1); });
  told([] { assert::equal(nullptr, undefined); });
  told([] { assert::equal(nullptr, 0); });
  told([] { assert::equal(Number::NaN, Number::NaN); });
  told([] { assert::equal("", 0); });
  told([] { assert::equal("a", "b"); });
  told([] { assert::equal(Array<int>{1, 2}, "1,2"); });
  told([] { assert::equal(Array<int>{1, 2}, Array<int>{1, 2}); });
  told([] { assert::equal(var::object({{"a", 1}}), var::object({{"a", 1}})); });
  told([] { assert::equal(1, 2, "they differ"); });
  told([] { assert::equal(str("x").repeat(600), str("y").repeat(600)); });
  told([] { assert::notEqual(1, 2); });
  told([] { assert::notEqual(1, "1"); });
  told([] { assert::notEqual("a", "a"); });
  told([] { assert::notEqual(Number::NaN, Number::NaN); });
  told([] { assert::notEqual(Array<int>{1}, Array<int>{1}); });
  told([] { assert::ok(true); });
  told([] { assert::ok("text"); });
  told([] { assert::ok(Array<int>{}); });
  told([] { assert::ok(0, "no number"); });
  told([] { assert::ok("", "no text"); });
  told([] { assert::ok(nullptr, "nothing"); });
  told([] { assert::ok(undefined, "undefined"); });
  told([] { assert::ok(Number::NaN, ""); });
  told([] { assert::ok(false, RangeError("given")); });
  told([] { assert::fail(); });
  told([] { assert::fail("a reason"); });
  told([] { assert::fail(""); });
  told([] { assert::fail(TypeError("a type")); });
  told([] { assert::ifError(nullptr); });
  told([] { assert::ifError(undefined); });
  told([] { assert::ifError(Error("of a callback")); });
  told([] { assert::ifError(TypeError("")); });
  told([] { assert::ifError("a text"); });
  told([] { assert::ifError(0); });
}); }
