#include <nodecpp/bigint.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>

#include "told.h"

util::Value lines(int from, int to, int step) {
  auto out = util::array({});
  for (int i = 0; i < (to - from) / step; i++) out.push(from + i * step);
  return out;
}
util::Value concat(util::Value list, util::Value more) {
  if (more.kind() != util::Value::Kind::array) return list.push(more), list;
  for (int i = 0; i < 20; i++) list.push(i);
  return list;
}
util::Value setOf(std::initializer_list<util::Value> elements) {
  auto out = util::Value::of(util::Value::Kind::set);
  for (const auto& each : elements) out.push(each);
  return out;
}
util::Value mapOf(std::initializer_list<std::pair<util::Value, util::Value>> entries) {
  auto out = util::Value::of(util::Value::Kind::map);
  for (const auto& [key, value] : entries) out.entry(key, value);
  return out;
}
Error withCode(Error error, String code) {
  error->code = code;
  return error;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  // Deep, strict.
  told([] { assert::deepStrictEqual(util::array({1, Array<int>{2, 3}}), util::array({1, Array<int>{2, 3}})); });
  told([] { assert::deepStrictEqual(util::array({1, 2, Array<int>{3, 4}}), util::array({1, 2, Array<int>{3, 5}})); });
  told([] { assert::deepStrictEqual(Array<int>{1, 2, 3}, Array<int>{1, 2}); });
  told([] { assert::deepStrictEqual(util::array({}), Array<int>{1}); });
  told([] { assert::deepStrictEqual(util::object({{"a", 1}}), util::object({{"a", "1"}})); });
  told([] { assert::deepStrictEqual(util::object({{"a", 1}, {"b", util::object({{"c", "x"}})}}), util::object({{"b", util::object({{"c", "x"}})}, {"a", 1}})); });
  told([] { assert::deepStrictEqual(util::object({{"a", 1}, {"b", util::object({{"c", "x"}, {"d", Array<int>{1, 2}}})}}), util::object({{"a", 1}, {"b", util::object({{"c", "y"}, {"d", Array<int>{1}}})}})); });
  told([] { assert::deepStrictEqual(util::object({{"a", 1}, {"b", 2}}), util::object({{"a", 1}})); });
  told([] { assert::deepStrictEqual(util::object({{"a", 1}, {"b", 2}}), util::object({{"a", 1}, {"b", 3}}), "not the same"); });
  told([] { assert::deepStrictEqual(Map<String, int>{{"a", 1}, {"b", 2}}, Map<String, int>{{"b", 2}, {"a", 1}}); });
  told([] { assert::deepStrictEqual(Map<String, int>{{"a", 1}, {"b", 2}}, Map<String, int>{{"a", 1}, {"b", 3}}); });
  told([] { assert::deepStrictEqual(Set<int>{1, 2, 3}, Set<int>{3, 2, 1}); });
  told([] { assert::deepStrictEqual(Set<int>{1, 2, 3}, Set<int>{1, 2, 4}); });
  told([] { assert::deepStrictEqual(Set<String>{"a"}, Set<String>{"a", "b"}); });
  told([] { assert::deepStrictEqual(Buffer::from("abc"), Buffer::from("abc")); });
  told([] { assert::deepStrictEqual(Buffer::from("abc"), Buffer::from("abd")); });
  told([] { assert::deepStrictEqual(Uint8Array{1, 2}, Uint8Array{1, 3}); });
  told([] { assert::deepStrictEqual(Date(0), Date(0)); });
  told([] { assert::deepStrictEqual(Date(0), Date(1000)); });
  told([] { assert::deepStrictEqual(re("a+", "g"), re("a+", "g")); });
  told([] { assert::deepStrictEqual(re("a+", "g"), re("a+", "i")); });
  told([] { assert::deepStrictEqual(Error("a"), Error("a")); });
  told([] { assert::deepStrictEqual(Error("a"), Error("b")); });
  told([] { assert::deepStrictEqual(Error("a"), TypeError("a")); });
  told([] { assert::deepStrictEqual(withCode(Error("a"), "X"), withCode(Error("a"), "Y")); });
  told([] { assert::deepStrictEqual(nullptr, undefined); });
  told([] { assert::deepStrictEqual(nullptr, util::object({})); });
  told([] { assert::deepStrictEqual(1, Array<int>{1}); });
  told([] { assert::deepStrictEqual(util::array({Number::NaN, 0}), util::array({Number::NaN, -0.0})); });
  told([] { assert::deepStrictEqual("a text that is long", "a text that is longer"); });
  told([] { assert::deepStrictEqual(util::array({nullptr}), util::array({undefined})); });
  told([] { assert::deepStrictEqual(BigInt(12), BigInt(13)); });
  // Many lines.
  told([] { assert::deepStrictEqual(lines(0, 30, 1), lines(0, 30, 2)); });
  told([] { assert::deepStrictEqual(lines(0, 30, 1), lines(1, 31, 1)); });
  told([] { assert::deepStrictEqual(concat(lines(0, 6, 1), "x"), concat(lines(0, 6, 1), "y")); });
  told([] { assert::deepStrictEqual(concat(concat(concat(lines(0, 7, 1), "x"), 1), 2), concat(concat(concat(lines(0, 7, 1), "y"), 1), 2)); });
  told([] { assert::deepStrictEqual(concat(concat(lines(0, 8, 1), "x"), lines(0, 20, 1)), concat(concat(lines(0, 8, 1), "y"), lines(0, 20, 1))); });
  told([] { assert::deepStrictEqual(Array<String>{"a", "b", "c", "d", "a", "b", "b", "a"}, Array<String>{"c", "b", "a", "b", "a", "c"}); });
  told([] { assert::deepStrictEqual(util::object({{"text", "one\ntwo\nthree and more"}}), util::object({{"text", "one\n2\nthree and more"}})); });
  told([] { assert::strictEqual(lines(0, 100, 1), lines(0, 100, 1)); });
  told([] { assert::notDeepStrictEqual(lines(0, 100, 1), lines(0, 100, 1)); });
  told([] { assert::notDeepStrictEqual(Array<int>{1}, Array<int>{1}); });
  told([] { assert::notDeepStrictEqual(Array<int>{1}, Array<int>{2}); });
  told([] { assert::notDeepStrictEqual(util::object({{"a", 1}}), util::object({{"a", 1}}), "they are the same"); });
  told([] { assert::notDeepStrictEqual("a", "a"); });
  // Deep, loose.
  told([] { assert::deepEqual(util::array({1, "2", nullptr}), util::array({"1", 2, undefined})); });
  told([] { assert::deepEqual(util::object({{"a", 1}, {"b", util::array({true})}}), util::object({{"b", Array<String>{"1"}}, {"a", "1"}})); });
  told([] { assert::deepEqual(util::object({{"a", 1}}), util::object({{"a", 2}})); });
  told([] { assert::deepEqual(Array<int>{1, 2}, Array<int>{1, 3}, "loosely"); });
  told([] { assert::deepEqual(1, "1"); });
  told([] { assert::deepEqual(1, 2); });
  told([] { assert::deepEqual(Number::NaN, Number::NaN); });
  told([] { assert::deepEqual(1, Array<int>{1}); });
  told([] { assert::deepEqual(setOf({1, "2", 3}), setOf({"1", 2, 3})); });
  told([] { assert::deepEqual(Set<int>{1, 2}, Set<int>{1, 3}); });
  told([] { assert::deepEqual(mapOf({{1, "a"}, {"2", "b"}}), mapOf({{"1", "a"}, {2, "b"}})); });
  told([] { assert::deepEqual(lines(0, 300, 1), lines(1, 301, 1)); });
  told([] { assert::deepEqual(Error("a"), Error("b")); });
  told([] { assert::notDeepEqual(util::object({{"a", 1}}), util::object({{"a", 2}})); });
  told([] { assert::notDeepEqual(util::object({{"a", 1}}), util::object({{"a", 1}})); });
  told([] { assert::notDeepEqual(util::object({{"a", 1}}), util::object({{"a", "1"}})); });
  told([] { assert::notDeepEqual(lines(0, 400, 1), lines(0, 400, 1)); });
  // Partial.
  told([] { assert::partialDeepStrictEqual(util::object({{"a", 1}, {"b", util::object({{"c", 2}, {"d", 3}})}}), util::object({{"b", util::object({{"d", 3}})}})); });
  told([] { assert::partialDeepStrictEqual(util::object({{"a", 1}, {"b", util::object({{"c", 2}, {"d", 3}})}}), util::object({{"b", util::object({{"d", 4}})}})); });
  told([] { assert::partialDeepStrictEqual(util::object({{"a", 1}}), util::object({{"a", 1}, {"b", 2}})); });
  told([] { assert::partialDeepStrictEqual(Array<int>{1, 2, 3, 4}, Array<int>{2, 4}); });
  told([] { assert::partialDeepStrictEqual(Array<int>{1, 2, 3, 4}, Array<int>{4, 2}); });
  told([] { assert::partialDeepStrictEqual(Set<int>{1, 2, 3}, Set<int>{2}); });
  told([] { assert::partialDeepStrictEqual(Set<int>{1, 2, 3}, Set<int>{5}); });
  told([] { assert::partialDeepStrictEqual(mapOf({{"a", util::object({{"b", 1}, {"c", 2}})}}), mapOf({{"a", util::object({{"c", 2}})}})); });
  told([] { assert::partialDeepStrictEqual(Map<String, int>{{"a", 1}}, Map<String, int>{{"a", 2}}); });
  told([] { assert::partialDeepStrictEqual(Buffer::from("abcdef"), Buffer::from("bd")); });
  told([] { assert::partialDeepStrictEqual(Buffer::from("abcdef"), Buffer::from("db")); });
  told([] { assert::partialDeepStrictEqual(util::array({util::object({{"a", 1}, {"b", 2}}), util::object({{"c", 3}})}), util::array({util::object({{"a", 1}})}), "partly"); });
  told([] { assert::partialDeepStrictEqual("text", "text"); });
  told([] { assert::partialDeepStrictEqual("text", "ex"); });
}); }
