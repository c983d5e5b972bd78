#include <nodecpp/error.h>
#include <nodecpp/owning_ptr.h>

#include <doctest/doctest.h>
#include <stdexcept>
#include <vector>

#include "support/scale.h"

using namespace nodecpp;

namespace {
int alive = 0;
struct Item {
  int value;
  explicit Item(int v = 0) : value(v) { ++alive; }
  virtual ~Item() { --alive; }
};
struct Before {
  long unrelated = 3;
};
struct Special : Before, Item {
  int more = 7;
};
}  // namespace

TEST_CASE("an owning_ptr frees its object, a soft_ptr notices") {
  soft_ptr<Item> soft;
  {
    auto owner = make_owning<Item>(5);
    soft = owner;
    CHECK(soft->value == 5);
    CHECK(soft);
    auto moved = std::move(owner);
    CHECK_FALSE(owner);
    CHECK_THROWS_AS(static_cast<void>(owner->value), TypeError);
    CHECK((*soft).value == 5);
    CHECK(alive == 1);
  }
  CHECK(alive == 0);
  CHECK_FALSE(soft);
  CHECK_THROWS_WITH_AS(static_cast<void>(soft->value),
                       "ReferenceError: The object that this soft_ptr refers to no longer exists", ReferenceError);
}

TEST_CASE("a slot used again does not revive a soft_ptr") {
  auto first = make_owning<Item>(1);
  soft_ptr<Item> soft = first;
  const Item* where = &*first;
  first = nullptr;
  // In debug builds the slot is reused only when the quarantine is full.
  auto second = make_owning<Item>(2);
  for (int i = 0; i < 10000 && &*second != where; ++i) second = make_owning<Item>(2);
  REQUIRE(&*second == where);
  CHECK_THROWS_AS(static_cast<void>(soft->value), ReferenceError);
  soft_ptr<Item> other = second;
  CHECK_FALSE(soft == other);
  soft = other;
  CHECK(soft->value == 2);
}

TEST_CASE("an undefined soft_ptr is a TypeError, as undefined is") {
  soft_ptr<Item> none;
  CHECK_FALSE(none);
  CHECK_THROWS_AS(static_cast<void>(none->value), TypeError);
  owning_ptr<Item> empty;
  CHECK_FALSE(soft_ptr<Item>(empty));
}

TEST_CASE("pointers to bases, at another address, with a virtual destructor or without") {
  owning_ptr<Item> item = make_owning<Special>();
  soft_ptr<Item> soft = item;
  CHECK(soft->value == 0);
  owning_ptr<Before> before = make_owning<Special>();
  CHECK(before->unrelated == 3);
  before.reset();
  item.reset();
  CHECK(alive == 0);
  CHECK_THROWS_AS(static_cast<void>(soft->value), ReferenceError);
}

TEST_CASE("inside its own destructor an object is gone already") {
  static bool sawItself = true;
  struct Watching {
    soft_ptr<Watching> self;
    ~Watching() { sawItself = bool(self); }
  };
  auto watching = make_owning<Watching>();
  watching->self = watching;
  watching.reset();
  CHECK_FALSE(sawItself);
}

TEST_CASE("a constructor that throws leaves nothing behind") {
  struct Failing {
    Failing() { throw std::runtime_error("no"); }
  };
  CHECK_THROWS_AS(make_owning<Failing>(), std::runtime_error);
  auto owner = make_owning<Item>(3);
  CHECK(owner->value == 3);
}

TEST_CASE("a chain of owners, and moving over an object that owns the source") {
  struct Link {
    owning_ptr<Link> next;
    int n = 0;
  };
  auto head = make_owning<Link>();
  head->next = make_owning<Link>();
  head->next->n = 2;
  head = std::move(head->next);
  CHECK(head->n == 2);
  CHECK_FALSE(head->next);
}

TEST_CASE("a chain of a million owners is dropped without a stack as deep") {
  struct Link {
    owning_ptr<Link> next;
    int* gone;
    ~Link() { ++*gone; }
  };
  constexpr int length = tests::scaled(1000000);
  int gone = 0;
  owning_ptr<Link> head;
  for (int i = 0; i < length; ++i) {
    auto link = make_owning<Link>();
    link->gone = &gone;
    link->next = std::move(head);
    head = std::move(link);
  }
  soft_ptr<Link> second = head->next;
  head.reset();
  CHECK(gone == length);
  CHECK_FALSE(second);
}

TEST_CASE("of a tree whose destruction is nested deeply every object goes once") {
  struct Node {
    std::vector<owning_ptr<Node>> children;
    int* gone;
    explicit Node(int* counter) : gone(counter) {}
    ~Node() { ++*gone; }
  };
  int gone = 0;
  auto root = make_owning<Node>(&gone);
  Node* at = &*root;
  for (int depth = 0; depth < 1000; ++depth) {
    for (int i = 0; i < 3; ++i) at->children.push_back(make_owning<Node>(&gone));
    at = &*at->children[1];
  }
  root.reset();
  CHECK(gone == 3001);
}

namespace {
struct Lamp {
  owning_ptr<Lamp>* owner;
  soft_ptr<Lamp>* soft;
  int* gone;
  int watts = 60;
  ~Lamp() { ++*gone; }
  int end() {
    owner->reset();
    CHECK(*gone == 0);
    CHECK_FALSE(*soft);
    return watts;
  }
  int endFrom(soft_ptr<Lamp> other) { return other->end() + watts; }
};
}  // namespace

TEST_CASE("a method may end the owner of its object") {
  int gone = 0;
  soft_ptr<Lamp> soft;
  owning_ptr<Lamp> owner = make_owning<Lamp>(&owner, &soft, &gone);
  soft = owner;
  CHECK(owner->end() == 60);
  CHECK(gone == 1);
  CHECK_FALSE(owner);

  gone = 0;
  owner = make_owning<Lamp>(&owner, &soft, &gone);
  soft = owner;
  CHECK(soft->endFrom(soft) == 120);
  CHECK(gone == 1);
  CHECK_THROWS_AS(static_cast<void>(soft->watts), ReferenceError);

  // The slot of the object is reused like any other slot.
  gone = 0;
  owner = make_owning<Lamp>(&owner, &soft, &gone);
  CHECK(owner->watts == 60);
  owner = nullptr;
  CHECK(gone == 1);
}

TEST_CASE("a method may throw after it has ended the owner of its object") {
  struct Fuse {
    owning_ptr<Fuse>* owner;
    int* gone;
    ~Fuse() { ++*gone; }
    void blow() {
      owner->reset();
      throw RangeError("blown");
    }
  };
  int gone = 0;
  owning_ptr<Fuse> owner = make_owning<Fuse>(&owner, &gone);
  CHECK_THROWS_AS(owner->blow(), RangeError);
  CHECK(gone == 1);
}
