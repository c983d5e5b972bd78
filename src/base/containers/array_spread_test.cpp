#include <nodecpp/array.h>
#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/set.h>

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {
struct Point {
  num x, y;
};
struct Named {
  String name;
  Array<int> list;
  Point place;
};
}  // namespace

TEST_CASE("spread() puts the elements of a list in place of an argument") {
  Array<num> more = {4, 5}, list = {1};
  CHECK(list.push(spread(more), 9) == 4);
  CHECK(list.join() == "1,4,5,9");
  CHECK(list.push(spread(list)) == 8);
  CHECK(list.join() == "1,4,5,9,1,4,5,9");
  list.setLength(2);
  CHECK(list.unshift(0, spread(list)) == 5);
  CHECK(list.join() == "0,1,4,1,4");
  CHECK(list.splice(1, 3, spread(more), 7).join() == "1,4,1");
  CHECK(list.join() == "0,4,5,7,4");
  CHECK(list.push(spread(Array<num>())) == 5);
}

TEST_CASE("a list of spread elements has the type that C++ calculates in") {
  Array<int> whole = {1, 2};
  Array<num> parts = {1.5};
  CHECK(Array<>::of(spread(whole), 3).join() == "1,2,3");
  CHECK(Array<>::of(1, spread(parts)).join() == "1,1.5");
  CHECK(Array<>::of(1, 2.5).join() == "1,2.5");
  CHECK(Array<>::of(spread(str("a b").split(" ")), "c").join("") == "abc");
  CHECK(Array<>::of("c", spread(Set<String>{"x"})).join("") == "cx");
  CHECK(Array<>::of(spread(Array<int>())).length() == 0);
}

TEST_CASE("spread() is taken where JavaScript's functions take any number of arguments") {
  Array<int> list = {3, 8};
  CHECK(Math::max(spread(list)) == 8);
  CHECK(Math::max(9, spread(list)) == 9);
  CHECK(Math::min(spread(list), 1) == 1);
  CHECK(Math::min(spread(Array<int>())) == Infinity);
  CHECK(Math::max(spread(Array<num>{1, NaN})) != 1);
  CHECK(String::fromCharCode(spread(Array<int>{72, 105}), 33) == "Hi!");
}

TEST_CASE("elements are exchanged") {
  Array<int> numbers = {1, 2};
  Array<String> texts = {"a", "b"};
  Array<Point> points = {{1, 2}, {3, 4}};
  swap(numbers[0], numbers[1]);
  swap(texts[0], texts[1]);
  swap(points[0], points[1]);
  swap(texts[1], texts[1]);
  CHECK(numbers.join() == "2,1");
  CHECK(texts.join() == "b,a");
  CHECK(points[0].x == 3);
}

TEST_CASE("structured bindings name the fields of an element") {
  Array<Point> points = {{1, 2}, {3, 4}};
  auto [x, y] = points[1];
  CHECK(x == 3);
  CHECK(y == 4);
  x += 1;  // as a variable of JavaScript: the list is unchanged
  CHECK(x == 4);
  CHECK(points[1].x == 3);
  Array<Named> all = {{"Ann", {1, 2}, {5, 6}}};
  const auto [name, list, place] = all[0];
  CHECK(name == "Ann");
  CHECK(list.length() == 2);
  CHECK(place.y == 6);
  CHECK_THROWS_AS(([&] { auto [a, b, c] = all[1]; return a; })(), RangeError);
}

TEST_CASE("a list may be null, and orElse() is JavaScript's ??") {
  Array<String> names = nullptr;
  CHECK(names == nullptr);
  CHECK(names == undefined);
  CHECK_FALSE(names);
  CHECK(names.orElse({"none"}).length() == 1);
  names = {};
  CHECK(names != nullptr);
  CHECK(names.orElse({"none"}).length() == 0);
  names = nullptr;
  CHECK(names.isUndefined());
  CHECK(Array<int>(0).length() == 0);
  CHECK(String(nullptr).orElse("d") == "d");
  CHECK(String("").orElse("d") == "");
  Map<String, int> map = nullptr;
  CHECK(map.orElse({{"a", 1}}).size() == 1);
  Set<int> set = nullptr;
  CHECK(set.orElse({1, 2}).size() == 2);
  Function<int()> f = nullptr;
  CHECK(f.orElse([] { return 5; })() == 5);
}
