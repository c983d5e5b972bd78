// Tests for-of over a var that holds a value with an iterator in C++.
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/symbol.h>
#include <nodecpp/var.h>

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {

String all(const var& of) {
  String text;
  for (var each : of) text += str(each) + ";";
  return text;
}

}  // namespace

namespace library {

class ShelfObject : public Object {
 public:
  Array<String> books = {"a", "b"};
  auto symbolIterator() { return books.values(); }
};
struct Unknown {
  int n;
};

}  // namespace library

TEST_CASE("for-of of Maps, Sets, iterators and objects in a var") {
  CHECK(all(Map<String, int>{{"a", 1}, {"b", 2}}) == "a,1;b,2;");
  CHECK(all(Set<int>{3, 4}) == "3;4;");
  CHECK(all(Array<String>{"x", "y"}.values()) == "x;y;");
  CHECK(all(Array<String>{"x"}.entries()) == "0,x;");
  CHECK(all(Array<int>{1, 2}.values().map([](int n) { return n * 2; })) == "2;4;");
  CHECK(all(make<Handle<library::ShelfObject>>()) == "a;b;");
  CHECK_THROWS_AS(all(Error("x")), TypeError);
  CHECK_THROWS_AS(all(Map<String, Array<library::Unknown>>()), TypeError);
}

TEST_CASE("an iterator in a var is closed by a loop that is left, and has next and return") {
  Array<String> notes;
  int at = 0;
  var own = Iterator<int>::from({.next = [&]() -> IteratorResult<int> { return {.value = ++at}; },
                                 .return_ = [=] { notes.push("return"); }});
  for (var each : own)
    if (each == 2) break;
  CHECK(notes.join() == "return");
  CHECK(all(own) == "");
  var values = Array<int>{7}.values();
  var first = values["next"]();
  CHECK(first["value"] == 7);
  CHECK(first["done"] == false);
  CHECK(values["next"]()["done"] == true);
  CHECK(values["next"]()["value"].isUndefined());
  CHECK(values["nothing"].isUndefined());
  var again = Array<int>{7, 8}.values().drop(0);
  CHECK(again["return"](5)["value"] == 5);
  CHECK(all(again) == "");
}

TEST_CASE("a function of [Symbol.iterator] may give one") {
  var object = var::object();
  object[Symbol::iterator()] = [](This self) -> var { return Array<int>{1, int(self.length())}.values(); };
  CHECK(all(object) == "1;0;");
}
