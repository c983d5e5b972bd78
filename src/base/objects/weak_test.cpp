#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/weak.h>

#include <doctest/doctest.h>
#include <vector>

using namespace nodecpp;

namespace {

struct Thing : Object {
  int number = 0;
  Function<void()> atEnd;
  ~Thing() override {
    if (atEnd) atEnd();
  }
};
using ThingRef = Handle<Thing>;

}  // namespace

TEST_CASE("an entry of a WeakMap goes with its key") {
  WeakMap<ThingRef, String> map;
  auto a = make<Thing>(), b = make<Thing>();
  map.set(a, "a").set(b, "b").set(a, "A");
  CHECK(map.get(a) == "A");
  CHECK(map.has(b));
  CHECK_FALSE(map.has(nullptr));
  CHECK(map.delete_(b));
  CHECK_FALSE(map.delete_(b));
  CHECK(map.get(b, "none") == "none");
  CHECK_THROWS_WITH(map.set(nullptr, "x"), "TypeError: Invalid value used as weak map key");

  // The destruction of a value is visible through a counter.
  WeakMap<ThingRef, ThingRef> held;
  int gone = 0;
  auto value = make<Thing>();
  value->atEnd = [&] { ++gone; };
  held.set(a, value);
  value = nullptr;
  CHECK(gone == 0);
  a = nullptr;
  CHECK(gone == 1);

  // Many keys are freed in any order, and each takes its entry along.
  std::vector<ThingRef> things;
  for (int i = 0; i < 1000; ++i) {
    auto value = make<Thing>();
    value->atEnd = [&] { ++gone; };
    things.push_back(make<Thing>());
    held.set(things.back(), value);
    map.set(things.back(), str(i));
  }
  for (int i = 0; i < 1000; i += 2) things[std::size_t(i)] = nullptr;
  CHECK(gone == 501);
  CHECK(map.get(things[501]) == "501");
  held = nullptr;
  CHECK(gone == 1001);
  things.clear();
}

TEST_CASE("a WeakSet and a WeakRef do not keep their object") {
  WeakSet<ThingRef> set;
  auto thing = make<Thing>();
  set.add(thing);
  WeakRef ref(thing);
  auto copy = ref;
  CHECK(set.has(thing));
  CHECK(ref.deref() == thing);
  thing = nullptr;
  CHECK_FALSE(ref.deref());
  CHECK_FALSE(copy.deref());
  CHECK_THROWS_WITH(set.add(nullptr), "TypeError: Invalid value used in weak set");
  CHECK_THROWS_AS(WeakRef<ThingRef>(nullptr), TypeError);
}

TEST_CASE("until the callback has returned, a WeakRef can bring an object back") {
  auto thing = make<Thing>();
  WeakRef ref(thing);
  detail::enterCallback();
  thing = nullptr;
  CHECK(ref.deref());
  thing = ref.deref();
  auto other = make<Thing>();
  other = nullptr;
  detail::leaveCallback();
  detail::freeUnreferenced();
  CHECK(ref.deref() == thing);

  // The object is first referred to weakly while it waits to be freed, with other objects before and after it.
  int gone = 0;
  detail::enterCallback();
  std::vector<ThingRef> three;
  for (int i = 0; i < 3; ++i) {
    three.push_back(make<Thing>());
    three.back()->atEnd = [&] { ++gone; };
  }
  Thing* middle = three[1].get();
  three.clear();
  WeakRef late{ThingRef(middle)};
  CHECK(late.deref());
  detail::leaveCallback();
  detail::freeUnreferenced();
  CHECK(gone == 3);
  CHECK_FALSE(late.deref());
}

TEST_CASE("what refers weakly to an object while that is destroyed") {
  std::vector<WeakRef<ThingRef>> refs;
  WeakMap<ThingRef, int> map;
  auto thing = make<Thing>();
  Thing* plain = thing.get();
  thing->atEnd = [&] {
    ThingRef self(plain);
    refs.push_back(WeakRef(self));
    map.set(self, 1);
  };
  WeakRef before(thing);
  thing = nullptr;
  CHECK_FALSE(refs.at(0).deref());
  CHECK_FALSE(before.deref());

  // The destruction of an entry's value removes another entry of the same key.
  WeakMap<ThingRef, ThingRef> a, b;
  auto key = make<Thing>();
  for (auto* to : {&a, &b}) {
    auto value = make<Thing>();
    value->atEnd = [&] {
      a = WeakMap<ThingRef, ThingRef>();
      b = WeakMap<ThingRef, ThingRef>();
    };
    to->set(key, value);
  }
  key = nullptr;
  CHECK(a);
}

TEST_CASE("a WeakRef may be undefined") {
  WeakRef<ThingRef> ref;
  CHECK_FALSE(ref);
  CHECK_FALSE(ref.deref());
  auto thing = make<Thing>();
  ref = WeakRef(thing);
  auto copy = ref;
  CHECK(copy.deref() == thing);
  ref = undefined;
  CHECK(ref == undefined);
  thing = nullptr;
  CHECK(copy);
  CHECK_FALSE(copy.deref());
}
