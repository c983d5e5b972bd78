#include <nodecpp/error.h>
#include <nodecpp/json.h>
#include <nodecpp/structured_clone.h>

#include <doctest/doctest.h>

#include <optional>

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

TEST_CASE("structuredClone of a var keeps what is one object") {
  var list = var::array({1});
  var both = var::object({{"a", list}, {"b", list}});
  var copy = structuredClone(both);
  copy["a"].push(2);
  CHECK(JSON::stringify(copy) == R"({"a":[1,2],"b":[1,2]})");
  CHECK(JSON::stringify(both) == R"({"a":[1],"b":[1]})");
}
