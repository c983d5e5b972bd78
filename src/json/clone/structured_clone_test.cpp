#include <nodecpp/bigint.h>
#include <nodecpp/error.h>
#include <nodecpp/json.h>
#include <nodecpp/regexp.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/typed_arrays.h>

#include <doctest/doctest.h>

#include <optional>

#include "json/clone/clone.h"

using namespace nodecpp;

namespace {

struct Item {
  String name;
  Array<int> sizes;
  std::optional<Array<int>> more{};
};
NODECPP_FIELDS(Item, name, sizes, more)

}  // namespace

TEST_CASE("structuredClone copies deeply") {
  Array<Array<int>> rows = {{1}, {2, 3}};
  auto copy = structuredClone(rows);
  copy[0].push(9);
  CHECK(rows[0].join() == "1");
  CHECK(copy[0].join() == "1,9");

  Map<String, Set<int>> map{{"a", {1, 2}}};
  auto second = structuredClone(map);
  second.get("a").add(3);
  CHECK(map.get("a").size() == 2);
  CHECK(second.get("a").size() == 3);
  CHECK(structuredClone(Set<int>::undefined()) == undefined);

  Array<Item> items = {{"x", {1}, Array<int>{5}}};
  auto third = structuredClone(items);
  third[0].sizes.push(2);
  third[0].more->push(6);
  CHECK(items[0].sizes.length() == 1);
  CHECK(items[0].more->length() == 1);
  CHECK(third[0].name == "x");

  auto bytes = Buffer::from({1, 2});
  structuredClone(bytes)[0] = 7;
  CHECK(bytes[0] == 1);
  CHECK(structuredClone(str("text")) == "text");
  CHECK(structuredClone(1.5) == 1.5);
}

TEST_CASE("structuredClone copies typed arrays with their buffers, or moves these") {
  auto numbers = Float64Array({1, 2});
  auto copy = structuredClone(numbers);
  copy[0] = 7;
  CHECK(numbers.join() == "1,2");
  CHECK(copy.join() == "7,2");

  auto bytes = Uint8Array(ArrayBuffer(8, {.maxByteLength = 16}), 2);
  var both = var::object({{"bytes", bytes}, {"buffer", bytes.buffer()}, {"again", bytes}, {"view", DataView(bytes.buffer(), 1, 2)}});
  both["bytes"][0] = 300;
  CHECK(bytes[0] == 44);
  var cloned = structuredClone(both);
  CHECK(cloned["again"] == cloned["bytes"]);
  CHECK(cloned["bytes"]["buffer"] == cloned["buffer"]);
  CHECK_FALSE(cloned["bytes"] == both["bytes"]);
  cloned["buffer"].as<ArrayBuffer>().resize(16);
  CHECK(cloned["bytes"].length() == 14);
  CHECK(bytes.length() == 6);
  CHECK(cloned["view"].as<DataView>().getUint8(1) == 44);
  CHECK(cloned["view"].as<DataView>().byteLength() == 2);
  // Cloning marks the objects that it has reached. The marks of the first clone have been removed, so the second clone
  // succeeds.
  CHECK(structuredClone(both)["bytes"].length() == 6);

  var moved = structuredClone(both, {.transfer = {bytes.buffer()}});
  CHECK(bytes.length() == 0);
  CHECK(bytes.buffer().detached());
  CHECK(moved["bytes"].as<Uint8Array>().join() == "44,0,0,0,0,0");
  CHECK(moved["buffer"].as<ArrayBuffer>().maxByteLength() == 16);
  CHECK_THROWS_WITH_AS(structuredClone(both), "DataCloneError: An ArrayBuffer is detached and could not be cloned.", Error);
  CHECK_THROWS_WITH_AS(structuredClone(1, {.transfer = {bytes.buffer()}}), "DataCloneError: Cannot transfer object of unsupported type.", Error);
  const ArrayBuffer twice(1);
  CHECK_THROWS_WITH_AS(structuredClone(1, {.transfer = {twice, twice}}), "DataCloneError: Transfer list contains duplicate ArrayBuffer", Error);
  CHECK_FALSE(twice.detached());

  // A Buffer that shares the bytes of a transferred ArrayBuffer keeps them; the clone gets a copy.
  auto buffer = Buffer::from("hello");
  auto away = structuredClone(buffer.buffer(), {.transfer = {buffer.buffer()}});
  const Uint8Array awayBytes(away);
  awayBytes[0] = 'j';
  CHECK(buffer.toString() == "hello");

  CHECK(structuredClone(var(BigInt64Array({-1}))).as<BigInt64Array>()[0] == -1);
  CHECK(structuredClone(Int8Array()).length() == 0);
  CHECK(structuredClone(var(Uint16Array())).as<Uint16Array>().length() == 0);
}

TEST_CASE("structuredClone copies typed arrays in a var") {
  auto bytes = Uint8Array({1, 2, 3});
  var v = bytes;
  CHECK(v.typeOf() == "object");
  CHECK_FALSE(v.isArray());
  CHECK(v.isView());
  CHECK_FALSE(var(ArrayBuffer(1)).isView());
  CHECK(v.length() == 3);
  CHECK(v["length"] == 3);
  CHECK(v["byteOffset"] == 0);
  CHECK(v["buffer"].as<ArrayBuffer>() == bytes.buffer());
  CHECK(v[0] == 1);
  CHECK(v[3].isUndefined());
  CHECK(v["1"] == 2);
  CHECK(v.hasOwn("2"));
  CHECK_FALSE(v.hasOwn("3"));
  CHECK_FALSE(v.hasOwn("length"));
  v[1] = 258.9;
  v[7] = 1;
  v["2"] = "9";
  CHECK(bytes.join() == "1,2,9");
  v[0]++;
  CHECK(bytes[0] == 2);
  CHECK(v.toString() == "2,2,9");
  int sum = 0;
  for (var byte : v) sum += int(byte);
  CHECK(sum == 13);
  CHECK(JSON::stringify(var::object({{"v", v}})) == R"({"v":{"0":2,"1":2,"2":9}})");
  CHECK(JSON::stringify(var(Uint8Array())) == "{}");
  CHECK_THROWS_WITH_AS(JSON::stringify(var(BigInt64Array(1))), "TypeError: Do not know how to serialize a BigInt", TypeError);
  v["fill"](7, 1);
  CHECK(bytes.join() == "2,7,7");
  v["set"](var::array({5, 6}), 1);
  CHECK(v["subarray"](1)["join"]("-") == "5-6");
  CHECK(v["map"]([](var x) { return x * 100; }).as<Uint8Array>().join() == "200,244,88");
  CHECK_THROWS_WITH_AS(v["set"](var::array({5, 6}), 2), "RangeError: offset is out of bounds", RangeError);
  CHECK_THROWS_AS(v["set"].call(1, v), TypeError);
  CHECK(v == var(bytes));
  CHECK_FALSE(v == var(bytes.slice()));
  CHECK(v.as<Uint8Array>() == bytes);
  CHECK_THROWS_AS(static_cast<void>(v.as<Int8Array>()), TypeError);
  CHECK(var(Uint8Array::undefined()).isUndefined());
  CHECK(var(ArrayBuffer()).isUndefined());
  CHECK(Uint8Array(var(3)).length() == 3);
  CHECK(Float32Array(v).join() == "2,5,6");
  CHECK(Int16Array(var::array({1, "7", 2.9})).join() == "1,7,2");
  CHECK(Uint8Array(v["buffer"]).buffer() == bytes.buffer());
  var bigs = BigUint64Array({-1});
  CHECK(bigs[0].typeOf() == "bigint");
  CHECK(bigs[0].as<BigInt>() == BigInt("18446744073709551615"));
  bigs[0] = BigInt(5);
  CHECK(bigs.as<BigUint64Array>()[0] == 5);
  CHECK_THROWS_WITH_AS(bigs[0] = 1.5, "TypeError: Cannot convert 1.5 to a BigInt", TypeError);
}

TEST_CASE("structuredClone of a var keeps what is one object") {
  var list = var::array({1});
  var both = var::object({{"a", list}, {"b", list}});
  var copy = structuredClone(both);
  copy["a"].push(2);
  CHECK(JSON::stringify(copy) == R"({"a":[1,2],"b":[1,2]})");
  CHECK(JSON::stringify(both) == R"({"a":[1],"b":[1]})");
}

TEST_CASE("structuredClone copies Maps, Sets, Errors, RegExps and BigInts in a var") {
  Map<var, var> map;
  map.set("a", 1).set("self", map);
  Set<var> set = {1, "x", map};
  TypeError error("bad", {.cause = Error("why")});
  error->code = "X";
  var pattern = re("a(b)", "gi");
  pattern.as<RegExp>().setLastIndex(1);
  var value = var::object({{"map", map}, {"set", set}, {"error", Error(error)}, {"pattern", pattern}, {"big", BigInt("12345678901234567890")},
                           {"again", map}, {"date", Date(5)}, {"typed", Map<String, Array<int>>{{"k", {1, 2}}}}});
  var copy = structuredClone(value);
  auto newMap = copy["map"].as<Map<var, var>>();
  CHECK_FALSE(newMap == map);
  CHECK(newMap.get("a") == 1);
  CHECK(newMap.get("self") == copy["map"]);
  CHECK(copy["again"] == copy["map"]);
  CHECK(copy["set"].as<Set<var>>().has(copy["map"]));
  CHECK(copy["set"].as<Set<var>>().size() == 3);
  auto newError = copy["error"].as<Error>();
  CHECK_FALSE(newError == error);
  CHECK(newError.toString() == "TypeError: bad");
  CHECK(String(newError->stack) == String(error->stack));
  CHECK(newError->cause[0]->message == "why");
  CHECK(newError->code == undefined);
  CHECK(String(copy["pattern"]) == "/a(b)/gi");
  CHECK(copy["pattern"]["lastIndex"] == 0);
  CHECK_FALSE(copy["pattern"] == pattern);
  CHECK(copy["big"].as<BigInt>() == BigInt("12345678901234567890"));
  CHECK(copy["date"].date().getTime() == 5);
  CHECK(copy["typed"].as<Map<String, Array<int>>>().get("k").join() == "1,2");
  map.delete_("self");
  newMap.delete_("self");

  Error own("q");
  own->name = "My";
  CHECK(structuredClone(var(own)).as<Error>()->name == "Error");
  Map<int, var> withFunction;
  withFunction.set(1, [] {});
  CHECK_THROWS_AS(structuredClone(var(withFunction)), Error);
  CHECK_THROWS_AS(structuredClone(var(Array<int>{1}.values())), Error);

  // Bytes that are cut off at any offset must give an error and not a crash.
  const detail::Clone clone = detail::serialize(copy);
  for (std::ptrdiff_t cut = 0; cut < clone.bytes.length(); ++cut)
    CHECK_THROWS_AS(detail::deserialize({clone.bytes.slice(0, cut), {}}), Error);
}
