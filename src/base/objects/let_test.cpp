#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>

#include <doctest/doctest.h>
#include <vector>

#include "support/scale.h"

using namespace nodecpp;

TEST_CASE("closures share a let") {
  let<int> n = 0;
  auto add = [=](int by) { n += by; };
  add(2);
  add(3);
  CHECK(n.value() == 5);
  CHECK(n == 5);
  CHECK(n++ == 5);
  CHECK(++n == 7);
  CHECK(--n == 6);
  CHECK(n-- == 6);
  CHECK(n * 2 == 10);
}

TEST_CASE("assigning to a let assigns the value, copying it shares the variable") {
  let<int> a = 1, b = 2;
  let<int> sameAsA = a;
  a = b;
  CHECK(sameAsA == 2);
  b = 9;
  CHECK(a == 2);
  a += b;
  CHECK(sameAsA == 11);
  int copy = a.value();
  a = 0;
  CHECK(copy == 11);
}

TEST_CASE("a let<String> is a string") {
  let<String> s = "a";
  auto append = [=] { s += "bc"; };
  append();
  CHECK(s == "abc");
  CHECK("x" + s + 1 == "xabc1");
  CHECK(s->indexOf("c") == 2);
  CHECK(str(s) == "abc");
  CHECK(format("{} {}", s, let<int>(3)) == "abc 3");
  CHECK(format("{:.1f}", let<double>(2.25)) == "2.2");
  String plain = s;
  CHECK(plain == "abc");
  // The appended text is a part of the variable's own bytes, which may move while the variable grows.
  let<String> grown = "0123456789012345678901234567890";
  for (int i = 0; i < 3; ++i) grown += grown;
  CHECK(grown->length() == 31 * 8);
}

TEST_CASE("a function may refer to itself through a let") {
  let<Function<int(int)>> factorial;
  factorial = [=](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
  CHECK(factorial(5) == 120);
  factorial = nullptr;  // Breaks the circle between the variable and the closure that it holds.
}

TEST_CASE("a let of a container or of a handle") {
  let<std::vector<int>> list;
  auto push = [=](int i) { list->push_back(i); };
  push(1);
  push(2);
  CHECK(list.size() == 2);
  CHECK(list[1] == 2);

  struct Counter : Object {
    int n = 0;
  };
  let<Handle<Counter>> counter;
  CHECK_THROWS(counter->n = 1);
  CHECK_FALSE(counter);
  counter = make<Counter>();
  CHECK(counter);
  counter->n = 4;
  CHECK(counter.value()->n == 4);
}

TEST_CASE("a chain of a million lets is dropped without a stack as deep") {
  struct Link {
    std::vector<let<Link>> next;
    int* gone = nullptr;
    ~Link() {
      if (gone) ++*gone;
    }
  };
  constexpr int length = tests::scaled(1000000);
  int gone = 0;
  std::vector<let<Link>> chain;
  for (int i = 0; i < length; ++i) {
    let<Link> link;
    link.ref().gone = &gone;
    std::swap(link.ref().next, chain);
    chain.push_back(link);
  }
  chain.clear();
  CHECK(gone == length);
}

namespace {
struct Guest {
  String name;
  Function<void()> next = nullptr;
  String leave() {
    next();
    return name;
  }
  String leaveTwice() {
    next();
    next();
    return name;
  }
};
const char* const longName = "Ann, who has a name that is longer than what a String has room for";
}  // namespace

TEST_CASE("a method may assign to the let that its object is in") {
  let<Guest> guest;
  guest = Guest{longName, [=] { guest = Guest{"Bob"}; }};
  CHECK(guest->leave() == longName);
  CHECK(guest->name == "Bob");
  guest = Guest{longName, [=] {
    if (guest->name == "Cid") guest = Guest{"Dan"};
    else guest = Guest{"Cid"};
  }};
  CHECK(guest->leaveTwice() == longName);
  CHECK(guest->name == "Dan");
  guest = Guest{};
}

TEST_CASE("what ref() gave stays as long as the let") {
  let<Guest> guest;
  guest = Guest{longName, [=] { guest = Guest{"Bob"}; }};
  Guest& before = guest.ref();
  CHECK(guest->leave() == longName);
  CHECK(before.name == longName);
  CHECK(guest.ref().name == "Bob");
  before.next = nullptr;
  // When no method of the value runs, an assignment keeps the value at its address.
  Guest& now = guest.ref();
  guest = Guest{"Cid"};
  CHECK(now.name == "Cid");
}

TEST_CASE("a method may drop the last let that its object is in") {
  auto* guest = new let<Guest>;
  *guest = Guest{longName, [=] { delete guest; }};
  CHECK((*guest)->leave() == longName);
}

namespace {

class Wide : public Object {};
class Narrow : public Wide {};
const void* addressOf(const Handle<Wide>& handle) { return handle.get(); }

}  // namespace

TEST_CASE("a let of a handle is taken where a handle of a base class is expected") {
  let<Handle<Narrow>> narrow;
  CHECK(addressOf(narrow) == nullptr);
  narrow = make<Handle<Narrow>>();
  Handle<Wide> wide = narrow;
  CHECK(addressOf(narrow) == static_cast<const void*>(narrow.value().get()));
  CHECK(wide.get() == narrow.value().get());
  wide = nullptr;
  wide = narrow;
  CHECK(wide.get() == narrow.value().get());
  static_assert(!std::convertible_to<let<Handle<Wide>>, Handle<Narrow>>);
}
