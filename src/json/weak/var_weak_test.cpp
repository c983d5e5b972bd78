#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/map.h>
#include <nodecpp/symbol.h>
#include <nodecpp/var.h>
#include <nodecpp/weak.h>

#include <doctest/doctest.h>

#include "base/objects/cycle_collector.h"

using namespace nodecpp;

// The classes are not in an anonymous namespace, since a var refers to describeInto of them, which other files may define.
namespace var_weak_test {

struct Thing : Object {
  int* freed;
  var link;
  explicit Thing(int& freed) : freed(&freed) {}
  ~Thing() override { ++*freed; }
  NODECPP_TRACE(link)
};
using ThingRef = Handle<Thing>;

struct Asks : Object {
  WeakRef<var>* ref;
  bool* seen;
  Asks(WeakRef<var>& ref, bool& seen) : ref(&ref), seen(&seen) {}
  ~Asks() override { *seen = !ref->deref().isUndefined(); }
};

}  // namespace var_weak_test

using namespace var_weak_test;

TEST_CASE("objects, arrays, functions and handles are keys, and an entry goes with its key") {
  int freed = 0;
  WeakMap<var, var> map;
  var object = var::object({{"a", 1}}), array = var::array({1}), function = [] { return 1; };
  var handle = make<Thing>(freed);
  for (const var& key : {object, array, function, handle}) map.set(key, var::object({{"thing", make<Thing>(freed)}}));
  CHECK(freed == 0);
  for (const var& key : {object, array, function, handle}) {
    CHECK(map.has(key));
    CHECK(map.get(key)["thing"].isHandle());
  }
  CHECK_FALSE(map.has(var::object({{"a", 1}})));
  CHECK(map.get(var::object()).isUndefined());
  CHECK(map.delete_(array));
  CHECK_FALSE(map.delete_(array));
  CHECK(freed == 1);
  object = nullptr;
  CHECK(freed == 2);
  function = nullptr;
  CHECK(freed == 3);
  handle = nullptr;
  CHECK(freed == 5);
  // A key that is freed with its entry deleted leaves nothing behind.
  array = nullptr;
  CHECK(freed == 5);
}

TEST_CASE("a value that is no object is refused with JavaScript's error") {
  WeakMap<var, int> map;
  WeakSet<var> set;
  for (const var& key : {var(undefined), var(nullptr), var(1), var("text"), var(true), var(Symbol::for_("x"))}) {
    CHECK_THROWS_WITH(map.set(key, 1), "TypeError: Invalid value used as weak map key");
    CHECK_THROWS_WITH(set.add(key), "TypeError: Invalid value used in weak set");
    CHECK_THROWS_WITH(WeakRef<var>{key}, "TypeError: WeakRef: invalid target");
    CHECK_FALSE(map.has(key));
    CHECK_FALSE(set.has(key));
    CHECK_FALSE(map.delete_(key));
    CHECK(map.get(key, 7) == 7);
  }
  const Symbol own("own");
  map.set(own, 3);
  CHECK(map.get(own) == 3);
  CHECK_FALSE(map.has(Symbol("own")));
}

TEST_CASE("a Map or an Error that a var refers to stays a key") {
  WeakMap<var, int> map;
  Map<String, int> one{{"a", 1}}, two;
  map.set(one, 1).set(two, 2);
  CHECK(map.get(one) == 1);
  CHECK(map.get(var(two)) == 2);
  WeakSet<var> seen;
  const Error error("x");
  CHECK_FALSE(seen.has(error));
  seen.add(error);
  CHECK(seen.has(error));
  CHECK_FALSE(seen.has(Error("x")));
  CHECK(WeakRef<var>(one).deref().as<Map<String, int>>() == one);
}

TEST_CASE("a WeakRef of a var gives the value until it is freed") {
  CHECK(WeakRef<var>().isUndefined());
  var object = var::object({{"a", 1}});
  WeakRef ref(object), same(object);
  WeakRef text = WeakRef<var>(object);
  CHECK(ref.deref() == object);
  CHECK(ref.deref()["a"] == 1);
  const auto copy = ref;
  ref.deref()["b"] = 2;
  CHECK(object["b"] == 2);
  var holder = var::object({{"inner", object}});
  WeakRef inner(holder["inner"]);
  object = nullptr;
  CHECK(inner.deref()["b"] == 2);
  holder.remove("inner");
  CHECK(ref.deref().isUndefined());
  CHECK(copy.deref().isUndefined());
  CHECK(inner.deref().isUndefined());
  CHECK(bool(ref));
  CHECK(str(ref) == "[object WeakRef]");

  int freed = 0;
  var handle = make<Thing>(freed);
  WeakRef to(handle);
  CHECK(to.deref() == handle);
  handle = undefined;
  CHECK(to.deref().isUndefined());
}

TEST_CASE("while an object is freed, its WeakRef no longer gives it") {
  bool seen = true;
  WeakRef<var> ref;
  var object = var::object();
  ref = WeakRef<var>(object);
  object["asks"] = make<Asks>(ref, seen);
  object = nullptr;
  CHECK_FALSE(seen);
}

TEST_CASE("a value that refers to its key goes with the key") {
  int freed = 0;
  WeakMap<var, var> map;
  {
    var key = var::object();
    map.set(key, var::object({{"owner", key}, {"thing", make<Thing>(freed)}}));
    // A longer way, through two keys of which each is in the other's value, and through a container of JSON's kind.
    var first = var::array(), second = var::object();
    map.set(first, var::object({{"other", second}, {"thing", make<Thing>(freed)}}));
    map.set(second, var::object({{"deep", var::array({first})}, {"thing", make<Thing>(freed)}}));
    var function;
    function = [] { return 1; };
    map.set(function, var::array({function, make<Thing>(freed)}));
    detail::CycleCollector::collect();
    CHECK(map.get(key)["owner"] == key);
    CHECK(map.get(first)["other"] == second);
    CHECK(freed == 0);
  }
  detail::CycleCollector::collect();
  CHECK(freed == 4);
}

TEST_CASE("the value of an object behind a handle goes with it, too") {
  int freed = 0;
  WeakMap<ThingRef, var> map;
  WeakMap<var, ThingRef> back;
  {
    auto thing = make<Thing>(freed);
    map.set(thing, var::array({thing}));
    auto other = make<Thing>(freed);
    back.set(other, other);
    detail::CycleCollector::collect();
    CHECK(map.get(thing)[0] == var(thing));
    CHECK(back.get(other) == other);
    CHECK(freed == 0);
  }
  detail::CycleCollector::collect();
  CHECK(freed == 2);
}

TEST_CASE("a key that lives keeps its value when the collector runs") {
  int freed = 0;
  WeakMap<var, var> map;
  var key = var::object();
  key["self"] = key;
  {
    var value = var::object({{"thing", make<Thing>(freed)}});
    value["self"] = value;
    map.set(key, value);
  }
  detail::CycleCollector::collect();
  CHECK(freed == 0);
  CHECK(map.get(key)["self"]["thing"].isHandle());
  key.remove("self");
  key = nullptr;
  detail::CycleCollector::collect();
  CHECK(freed == 1);
}

TEST_CASE("a chain of a hundred thousand keys and values is freed without recursion") {
  WeakMap<var, var> map;
  int freed = 0;
  var first = var::object(), at = first;
  for (int i = 0; i < 100'000; ++i) {
    var next = var::object();
    map.set(at, next);
    at = next;
  }
  map.set(at, make<Thing>(freed));
  at = nullptr;
  first = nullptr;
  CHECK(freed == 1);
}

TEST_CASE("the same object is a key of many containers, which may go first") {
  var key = var::object();
  WeakRef ref(key);
  {
    WeakMap<var, int> one, two;
    WeakSet<var> set;
    one.set(key, 1).set(key, 2);
    two.set(key, 3);
    set.add(key).add(key);
    CHECK(one.get(key) == 2);
    CHECK(two.get(key) == 3);
    CHECK(set.has(key));
    one = nullptr;
    CHECK(two.get(key) == 3);
    CHECK_THROWS_AS(one.has(key), TypeError);
  }
  CHECK(ref.deref() == key);
  var held = WeakMap<var, int>();
  held.as<WeakMap<var, int>>().set(key, 4);
  CHECK(held.as<WeakMap<var, int>>().get(key) == 4);
  CHECK(held.typeOf() == "object");
}
