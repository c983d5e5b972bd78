#include <nodecpp/error.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>
#include <nodecpp/set.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace nodecpp;

namespace {

const auto twice = [](int n) { return n * 2; };
const auto isOdd = [](int n) { return n % 2 == 1; };

}  // namespace

// Tests iterators. What can be compared with Node is tested in tests/pairs/array/iterators.

TEST_CASE("iterators of Array, Map and Set have functions") {
  Array<int> list = {1, 2, 3, 4, 5};
  Set<int> set{1, 2, 3};
  Map<String, int> map{{"a", 1}, {"b", 2}};
  CHECK(list.values().map(twice).toArray().join() == "2,4,6,8,10");
  CHECK(list.values().filter(isOdd).map(twice).take(2).toArray().join() == "2,6");
  CHECK(set.values().drop(1).toArray().join() == "2,3");
  CHECK(map.values().reduce([](int a, int b) { return a + b; }) == 3);
  CHECK(map.keys().reduce([](String all, String key) { return all + key; }, "") == "ab");
  CHECK(map.entries().flatMap([](auto entry) { return Array<String>{entry.first, str(entry.second)}; }).toArray().join() == "a,1,b,2");
  CHECK(list.values().flatMap([](int n) { return Set<int>{n, 7}; }).take(3).toArray().join() == "1,7,2");
  CHECK(list.values().flatMap([&](int n) { return list.values().take(n); }).toArray().length() == 15);
  CHECK(set.values().some(isOdd));
  CHECK_FALSE(set.values().every(isOdd));
  CHECK(list.values().find([](int n) { return n > 3; }) == 4);
  CHECK_THROWS_AS(list.values().find([](int n) { return n > 9; }), RangeError);
  CHECK(std::isnan(Array<double>{1}.values().find([](double n) { return n > 9; })));
  CHECK(Array<String>{"a"}.values().find([](String) { return false; }).isUndefined());
}

TEST_CASE("iterators are references") {
  Array<int> list = {1, 2, 3};
  auto one = list.values();
  auto other = one;
  CHECK(one.next().value == 1);
  CHECK(other.next().value == 2);
  for (int n : one) CHECK(n == 3);
  list.push(4);
  CHECK(other.next().done);

  auto mapped = list.values().map(twice);
  auto same = mapped;
  CHECK(mapped.next().value == 2);
  CHECK(same.next().value == 4);
  for (int n : mapped) {
    CHECK(n == 6);
    break;
  }
  CHECK(same.next().done);  // Leaving the loop early has closed the iterator.
  mapped = list.values().filter(isOdd);
  CHECK(mapped.next().value == 1);
}

TEST_CASE("a list may change and go while an iterator runs") {
  Array<String> list = {"a", "b"};
  String text;
  auto each = list.values().map([=](String s) {
    if (list.length() < 4) list.push(s + s);
    return s;
  });
  list = Array<String>();
  for (auto s : each) text += s;
  CHECK(text == "abaabb");

  Set<int> set{1, 2, 3};
  CHECK(set.values().map([set](int n) { return set.delete_(n + 1), n; }).toArray().join() == "1,3");
}

TEST_CASE("what a function throws ends the iterator, and asking it meanwhile gives nothing") {
  Array<int> list = {1, 2, 3};
  auto fails = list.values().map([](int n) -> int {
    if (n == 2) throw Error("two");
    return n;
  });
  CHECK(fails.next().value == 1);
  CHECK_THROWS_AS(fails.next(), Error);
  CHECK(fails.next().done);

  Array<Iterator<int>> self;
  self.push(list.values().map([self](int n) { return self.at(0).next().done ? n : -1; }));
  CHECK(self.at(0).toArray().join() == "1,2,3");
  self.setLength(0);
}

TEST_CASE("groupBy collects elements by key") {
  Array<String> words = {"a", "bb", "c"};
  auto byLength = Map<>::groupBy(words, [](auto word) { return word.length(); });
  CHECK(byLength.get(1).join() == "a,c");
  CHECK(byLength.get(2).join() == "bb");
  CHECK(byLength.get(3).isUndefined());
  auto byPlace = Map<>::groupBy(words, [](auto, auto index) { return index > 1 ? "late" : "early"; });
  CHECK(byPlace.get("early").join() == "a,bb");
  auto odd = Map<>::groupBy(Set<int>{1, 2, 3}, isOdd);
  CHECK(odd.get(true).join() == "1,3");
}
