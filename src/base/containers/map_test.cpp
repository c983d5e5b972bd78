#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/lookup.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>

#include <doctest/doctest.h>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/memory/slab.h"
#include "support/scale.h"

using namespace nodecpp;

namespace {

template <class K, class V>
std::string printed(const Map<K, V>& map) {
  String out;
  for (auto [key, value] : map) out += str(key) + "=" + str(value) + " ";
  return std::string(out.data(), out.size());
}

struct Thing : Object {
  explicit Thing(int number) : number(number) {}
  int number;
};

}  // namespace

TEST_CASE("a Map keeps its entries in the order of their keys' first coming") {
  Map<String, int> map{{"b", 1}, {"a", 2}, {"b", 3}};
  CHECK(map.size() == 2);
  CHECK(printed(map) == "b=3 a=2 ");
  map.set("c", 4).set("b", 5);
  CHECK(printed(map) == "b=5 a=2 c=4 ");
  CHECK(map.delete_("b"));
  CHECK_FALSE(map.delete_("b"));
  map.set("b", 6);
  CHECK(printed(map) == "a=2 c=4 b=6 ");
  CHECK(map.has("a"));
  CHECK_FALSE(map.has("x"));
  map.clear();
  CHECK(map.size() == 0);
  CHECK_FALSE(map.has("a"));
  CHECK(printed(map) == "");
  map.set("z", 1);
  CHECK(printed(map) == "z=1 ");
}

TEST_CASE("copies of a Map are the same map, and from() makes another") {
  Map<int, int> map;
  auto same = map;
  auto add = [=](int key) { map.set(key, key * 2); };
  add(1);
  add(2);
  CHECK(same.get(2) == 4);
  CHECK(same == map);
  auto other = Map<int, int>::from(map);
  CHECK(other != map);
  other.delete_(1);
  CHECK(map.has(1));
  CHECK(printed(other) == "2=4 ");
  auto chained = Map<int, int>().set(1, 2).set(3, 4);
  CHECK(printed(chained) == "1=2 3=4 ");
}

TEST_CASE("what is missing in a Map") {
  Map<String, int> ints{{"a", 0}};
  CHECK(ints.get("a") == 0);
  CHECK_THROWS_WITH(ints.get("it's"), "RangeError: The Map has no entry for the key \"it's\"");
  CHECK(ints.get("x", 7) == 7);
  CHECK(std::isnan(Map<int, double>().get(1)));
  CHECK(Map<int, Lookup>().get(1).isUndefined());
  CHECK_FALSE(Map<int, std::optional<int>>().get(1).has_value());
  CHECK_FALSE(Map<int, Handle<Thing>>().get(1));
  CHECK_FALSE(Map<int, Function<void()>>().get(1));
  Map<int, Map<int, int>> nested;
  CHECK_FALSE(nested.get(1));
  CHECK_THROWS_WITH(static_cast<void>(nested.get(1).get(2)), "TypeError: Cannot read properties of undefined");
  nested.set(1, {{2, 3}});
  CHECK(nested.get(1).get(2) == 3);
  nested.get(1).set(4, 5);
  CHECK(nested.get(1).size() == 2);
  auto moved = std::move(nested);
  CHECK(moved.size() == 1);
}

TEST_CASE("keys are equal as JavaScript's") {
  Map<double, int> map;
  map.set(NAN, 1).set(-0.0, 2).set(1.5, 3);
  CHECK(map.get(std::nan("7")) == 1);
  CHECK(map.get(0.0) == 2);
  CHECK(map.size() == 3);
  for (auto [key, value] : map)
    if (value == 2) CHECK_FALSE(std::signbit(key));

  auto a = make<Thing>(1), b = make<Thing>(1);
  Map<Handle<Thing>, String> named;
  named.set(a, "a").set(b, "b");
  CHECK(named.get(a) == "a");
  CHECK(named.get(b) == "b");
  CHECK_FALSE(named.has(Handle<Thing>()));
  named.set(Handle<Thing>(), "none");
  CHECK(named.get(Handle<Thing>()) == "none");

  Function<void()> f = [] {}, g = [] {};
  Map<Function<void()>, int> functions;
  functions.set(f, 1).set(g, 2);
  CHECK(functions.get(f) == 1);
  Map<Map<int, int>, int> maps;
  Map<int, int> one, two;
  maps.set(one, 1).set(two, 2);
  CHECK(maps.get(two) == 2);

  // Texts are compared by their contents, however they are stored.
  const std::string longText(100, 'x');
  Map<String, int> texts;
  texts.set(longText, 1).set("", 2).set(std::string_view("a\0b", 3), 3).set("a", 4);
  CHECK(texts.get(String(longText)) == 1);
  CHECK(texts.get(let<String>("")) == 2);
  CHECK(texts.get(std::string("a\0b", 3)) == 3);
  CHECK(texts.get("a") == 4);
  enum class Colour { red, green };
  Map<Colour, int> colours{{Colour::green, 1}};
  CHECK(colours.get(Colour::green) == 1);
}

TEST_CASE("a Map that changes while it is iterated over") {
  Map<int, int> map{{1, 1}, {2, 2}, {3, 3}};
  std::string seen;
  for (auto [key, value] : map) {
    seen += std::to_string(key);
    if (key == 1) {
      map.delete_(2);
      map.set(4, 4);
    }
    if (key == 3) {
      map.delete_(3);
      map.delete_(1);
      map.set(1, 1);
    }
  }
  CHECK(seen == "1341");
  CHECK(printed(map) == "4=4 1=1 ");

  // The map is emptied and filled again in the middle of the loop.
  seen.clear();
  int left = 3;
  for (auto [key, value] : map) {
    seen += std::to_string(key);
    if (left-- > 0) {
      map.clear();
      map.set(left, left);
    }
  }
  CHECK(seen == "4210");

  // The table is rebuilt many times, and the entry that was just visited is deleted each time.
  Map<int, int> queue;
  for (int i = 0; i < 10; ++i) queue.set(i, i);
  int expected = 0;
  for (auto [key, value] : queue) {
    CHECK(key == expected++);
    queue.delete_(key);
    if (key < 5000) queue.set(key + 10, key + 10);
  }
  CHECK(expected == 5010);
  CHECK(queue.size() == 0);

  // The last reference to the map is dropped in the loop.
  auto only = Map<int, int>{{1, 1}, {2, 2}};
  int count = 0;
  for ([[maybe_unused]] auto [key, value] : only) {
    only = nullptr;
    ++count;
  }
  CHECK(count == 2);
  auto again = Map<int, int>{{1, 1}, {2, 2}};
  again.forEach([&](int value, int key, auto) {
    again = Map<int, int>();
    count += value * key;
  });
  CHECK(count == 7);
}

TEST_CASE("iterators are objects") {
  Map<String, int> map{{"a", 1}, {"b", 2}};
  auto keys = map.keys();
  auto same = keys;
  CHECK(keys.next().value == "a");
  CHECK(same.next().value == "b");
  auto last = keys.next();
  CHECK(last.done);
  if constexpr (!detail::HasUndefined<String>) CHECK_THROWS(String(last.value));
  map.set("c", 3);
  CHECK(keys.next().done);
  auto [key, value] = map.entries().next().value;
  CHECK(key == "a");
  CHECK(value == 1);
  CHECK(map.values().next().value == 1);
  CHECK_THROWS_WITH(static_cast<void>(int(Map<int, int>().keys().next().value)), "RangeError: This iterator stands behind the last entry");
  CHECK(std::isnan(Map<int, double>().values().next().value));

  // A loop takes values from the iterator, and leaves the rest for later calls.
  auto values = map.values();
  for (int each : values)
    if (each == 2) break;
  CHECK(values.next().value == 2);
  CHECK(values.next().value == 3);

  map.delete_(map.keys().next().value);
  CHECK(printed(map) == "b=2 c=3 ");
  std::string text;
  map.forEach([&](int value, const String& key, const Map<String, int>& whole) {
    text += std::to_string(value) + std::string(key.data(), key.size()) + std::to_string(whole.size());
  });
  CHECK(text == "2b23c2");
  int sum = 0;
  map.forEach([&](int value) { sum += value; });
  CHECK(sum == 5);
}

TEST_CASE("what a Map holds goes when it is to go") {
  auto thing = make<Thing>(1);
  struct Watch : Object {
    explicit Watch(int& gone) : gone(gone) {}
    ~Watch() override { ++gone; }
    int& gone;
  };
  int gone = 0;
  {
    Map<int, Handle<Watch>> map;
    for (int i = 0; i < 100; ++i) map.set(i, make<Watch>(gone));
    map.delete_(0);
    CHECK(gone == 1);
    map.set(1, make<Watch>(gone));
    CHECK(gone == 2);
    map.clear();
    CHECK(gone == 100 + 1);
    map.set(1, make<Watch>(gone));
  }
  CHECK(gone == 102);

  // The destructor of a removed value changes the map.
  Map<int, Handle<Watch>> map;
  struct Meddler : Watch {
    Meddler(Map<int, Handle<Watch>> map, int& gone) : Watch(gone), map(std::move(map)) {}
    ~Meddler() override {
      for (int i = 100; i < 200; ++i) map.set(i, nullptr);
      map.delete_(1);
    }
    Map<int, Handle<Watch>> map;
  };
  map.set(1, nullptr).set(2, make<Meddler>(map, gone));
  map.set(2, nullptr);
  CHECK(map.size() == 101);
  map.set(3, make<Meddler>(map, gone));
  CHECK(map.delete_(3));
  CHECK(map.size() == 101);
  map.set(4, make<Meddler>(map, gone));
  map.clear();
  CHECK(map.size() == 100);
  // A Map with one entry stores it in the table itself.
  for (int way = 0; way < 3; ++way) {
    map.clear();
    map.set(1, make<Meddler>(map, gone));
    if (way == 0)
      map.clear();
    else if (way == 1)
      map.delete_(1);
    else
      map.set(1, nullptr);
    CHECK(map.size() == 100);
    CHECK(map.get(150) == nullptr);
  }

  // Setting a key replaces the shared variable, and does not assign to it.
  Map<int, let<int>> lets;
  let<int> a = 1, b = 2;
  lets.set(1, a).set(1, b);
  CHECK(a == 1);
  b = 3;
  CHECK(lets.get(1) == 3);
}

TEST_CASE("a Map of one entry uses no memory beside its table") {
  struct Large {
    double numbers[20];
  };
  Map<String, int> map;
  const std::size_t with = detail::slabBytesInUse();
  map.set("a", 1);
  CHECK(detail::slabBytesInUse() == with);
  map.delete_("a");
  map.set("b", 1);
  CHECK(map.get("b") == 1);
  CHECK_FALSE(map.has("a"));
  CHECK(detail::slabBytesInUse() == with);
  map.set("c", 2);
  CHECK(detail::slabBytesInUse() >= with);
  CHECK(printed(map) == "b=1 c=2 ");

  Map<int, Large> large;
  large.set(1, {{5}}).set(2, {{6}});
  CHECK(large.get(1).numbers[0] == 5);
}

TEST_CASE("a chain of a million Maps is dropped without a stack as deep") {
  struct Link {
    Map<int, Link> next;
  };
  Map<int, Link> chain;
  for (int i = 0; i < tests::scaled(1000000); ++i) {
    Map<int, Link> longer;
    longer.set(1, {std::move(chain)});
    chain = std::move(longer);
  }
  chain = nullptr;
}

// A table of up to 8 entries is searched without an index. The keys are texts of each length, which are compared as one
// word up to 8 bytes, and texts of static duration such as that of str(true).
TEST_CASE("a Map of texts finds its keys on both sides of 8 entries") {
  const String alphabet = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
  for (int most : {1, 2, 3, 7, 8, 9, 10, 30}) {
    Map<String, int> map;
    for (int i = 0; i < most; ++i) {
      CHECK_FALSE(map.has(alphabet.slice(0, i)));
      map.set(alphabet.slice(0, i), i);
    }
    CHECK(map.size() == std::size_t(most));
    for (int i = 0; i < most; ++i) {
      CHECK(map.get(alphabet.slice(0, i)) == i);
      CHECK_FALSE(map.has(alphabet.slice(0, i) + "!"));
      CHECK_FALSE(map.has(alphabet.slice(0, i) + std::string_view("\0", 1)));
      if (i) CHECK_FALSE(map.has(alphabet.slice(1, i + 1)));
    }
    // Every second key goes and comes back at the end.
    for (int i = 0; i < most; i += 2) CHECK(map.delete_(alphabet.slice(0, i)));
    for (int i = 0; i < most; ++i) CHECK(map.has(alphabet.slice(0, i)) == (i % 2 == 1));
    for (int i = 0; i < most; i += 2) map.set(alphabet.slice(0, i), i + 100);
    int at = 0;
    for (auto [key, value] : map) {
      const int expected = at < most / 2 ? at * 2 + 1 : (at - most / 2) * 2;
      CHECK(key == alphabet.slice(0, expected));
      CHECK(value == (expected % 2 ? expected : expected + 100));
      ++at;
    }
    CHECK(at == most);
  }

  Map<String, int> named;
  named.set(str(true), 1).set(str(false), 2).set(str(undefined), 3);
  CHECK(named.get("true") == 1);
  CHECK(named.get("false") == 2);
  CHECK(named.get(str("tr") + "ue") == 1);
  CHECK(named.delete_("true"));
  CHECK_FALSE(named.has(str(true)));
}

TEST_CASE("a loop sees the entries of a Map that gets an index and loses it") {
  Map<int, int> map;
  for (int i = 0; i < 3; ++i) map.set(i, i);
  std::string seen;
  for (auto [key, value] : map) {
    seen += std::to_string(key) + " ";
    if (key == 1) {
      map.delete_(0);
      for (int i = 3; i < 12; ++i) map.set(i, i);
    }
    if (key == 5) {
      for (int i = 6; i < 11; ++i) map.delete_(i);
      map.set(20, 20);
    }
    if (key == 11) {
      map.clear();
      map.set(30, 30);
    }
  }
  CHECK(seen == "0 1 2 3 4 5 11 30 ");
  CHECK(printed(map) == "30=30 ");
}
