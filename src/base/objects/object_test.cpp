#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>

#include <doctest/doctest.h>

#include <string>

using namespace nodecpp;

namespace {

int alive = 0;
struct Node : Object {
  Handle<Node> next;
  int value = 0;
  explicit Node(int v = 0) : value(v) { ++alive; }
  ~Node() override { --alive; }
};
struct Special : Node {
  int more = 7;
};
using NodeHandle = Handle<Node>;
using SpecialHandle = Handle<Special>;

// Enters and leaves a callback as the event loop does, and frees the objects without handles afterwards.
struct Callback {
  Callback() { detail::enterCallback(); }
  ~Callback() {
    detail::leaveCallback();
    detail::freeUnreferenced();
  }
};

std::string freed;
struct Named : Object {
  std::string name;
  Handle<Named> first, second;
  explicit Named(std::string name) : name(std::move(name)) {}
  ~Named() override;
};
Named::~Named() { freed += name + " "; }

}  // namespace

TEST_CASE("an object lives while a handle refers to it") {
  CHECK(alive == 0);
  {
    auto one = make<NodeHandle>(5);
    NodeHandle other = one;
    one = nullptr;
    CHECK(alive == 1);
    CHECK(other->value == 5);
    CHECK((*other).value == 5);
  }
  CHECK(alive == 0);
}

TEST_CASE("using undefined throws Node's TypeError") {
  NodeHandle none;
  CHECK_FALSE(none);
  CHECK(none == nullptr);
  CHECK_THROWS_WITH_AS(static_cast<void>(none->value), "TypeError: Cannot read properties of undefined", TypeError);
  CHECK_THROWS_AS(static_cast<void>((*none).value), TypeError);
}

TEST_CASE("in a callback an object without handles lives until the callback has returned") {
  {
    Callback callback;
    auto one = make<NodeHandle>(1);
    Node* raw = one.get();
    one = nullptr;
    CHECK(alive == 1);
    CHECK(detail::hasUnreferenced());
    // A new handle is made before the object is freed.
    one = NodeHandle(raw);
    CHECK(one->value == 1);
    {
      auto two = make<NodeHandle>(2);
    }
    CHECK(alive == 2);
    detail::freeUnreferenced();
    CHECK(alive == 1);
  }
  CHECK(alive == 0);
}

TEST_CASE("a long chain is freed without recursion") {
  NodeHandle head;
  for (int i = 0; i < 200000; ++i) {
    auto node = make<NodeHandle>(i);
    node->next = head;
    head = node;
  }
  head = nullptr;
  CHECK(alive == 0);
}

TEST_CASE("a destructor may make and drop handles to its own object") {
  static int ended = 0;
  struct Selfish : Object {
    ~Selfish() override {
      Handle<Selfish> self(this);
      ++ended;
    }
  };
  make<Selfish>();
  CHECK(ended == 1);
  {
    Callback callback;
    make<Selfish>();
  }
  CHECK(ended == 2);
}

TEST_CASE("handles convert to handles of bases, and back") {
  auto special = make<SpecialHandle>();
  NodeHandle base = special;
  CHECK(base == special);
  CHECK(base.as<SpecialHandle>()->more == 7);
  CHECK_FALSE(make<NodeHandle>(1).as<SpecialHandle>());
  CHECK_FALSE(NodeHandle().as<SpecialHandle>());
  NodeHandle& alias = base;
  base = alias;
  CHECK(base->value == 0);
  NodeHandle moved = std::move(base);
  CHECK_FALSE(base);
  CHECK(moved);
}

namespace {

// The constructor makes handles to its own object, stores one of them in the object, and may then throw.
struct Willing : Object {
  Handle<Willing> kept;
  int value = 1;
  explicit Willing(bool throws = false) {
    Handle<Willing> first(this);
    first->value++;
    first = nullptr;
    Handle<Willing> other(this);
    kept = other;
    other = nullptr;
    if (throws) kept = nullptr;
    if (throws) throw RangeError("no");
  }
  ~Willing() override { value = -1; }
};

}  // namespace

TEST_CASE("a constructor may make handles to its object and drop them") {
  auto one = make<Willing>();
  CHECK(one->value == 2);
  CHECK(one->kept == one);
  one->kept = nullptr;
  CHECK(one->value == 2);
  {
    Callback callback;
    auto other = make<Willing>();
    other->kept = nullptr;
  }
}

TEST_CASE("a constructor that throws leaves nothing to be freed later") {
  CHECK_THROWS_AS(make<Willing>(true), RangeError);
  CHECK_FALSE(detail::hasUnreferenced());
  Callback callback;
  NodeHandle before = make<NodeHandle>(1), after;
  before = nullptr;
  CHECK_THROWS_AS(make<Willing>(true), RangeError);
  after = make<NodeHandle>(2);
  after = nullptr;
  CHECK(alive == 2);
  detail::leaveCallback();
  detail::freeUnreferenced();
  CHECK(alive == 0);
  detail::enterCallback();
}

TEST_CASE("undefined is assigned, returned and compared") {
  const auto none = []() -> NodeHandle { return undefined; };
  CHECK(none() == undefined);
  CHECK(undefined == none());
  NodeHandle one = make<NodeHandle>(1);
  CHECK(one != undefined);
  one = undefined;
  CHECK_FALSE(one);
  Array<int> list = undefined;
  CHECK(list == undefined);
  CHECK(Array<int>() != undefined);
  Map<int, int> map = undefined;
  CHECK(map == undefined);
  CHECK(Array<Array<int>>()[0] == undefined);
  CHECK(Function<void()>() == undefined);
}

namespace {
struct Wheel : Object {
  int spokes = 36;
};
struct Cart : Object {
  Wheel wheel;  // A member object that was not made by make().
};
}  // namespace

TEST_CASE("an object is made by make() only") {
  Callback callback;
  CHECK(make<Wheel>()->spokes == 36);
  auto message = [](auto f) -> String {
    try {
      f();
    } catch (const TypeError& error) {
      return error->code;
    }
    return "none";
  };
  CHECK(message([] { Wheel onTheStack; }) == "ERR_ILLEGAL_CONSTRUCTOR");
  CHECK(message([] { make<Cart>(); }) == "ERR_ILLEGAL_CONSTRUCTOR");
  alignas(Wheel) char memory[sizeof(Wheel)];
  CHECK(message([&] { ::new (static_cast<void*>(memory)) Wheel; }) == "ERR_ILLEGAL_CONSTRUCTOR");
  CHECK(make<Wheel>()->spokes == 36);
}

TEST_CASE("objects are made while others are") {
  struct Engine : Object {
    Handle<Wheel> first = make<Wheel>(), second = make<Wheel>();
    Handle<Engine> itself;
    Engine() {
      Handle<Engine> self(this);
      itself = self;
      itself = nullptr;
    }
  };
  auto engine = make<Engine>();
  CHECK(engine->first != engine->second);
  CHECK(engine->second->spokes == 36);
}

TEST_CASE("what an object held is freed before the objects that waited behind it") {
  {
    const Callback callback;
    auto tree = make<Handle<Named>>("a");
    tree->first = make<Handle<Named>>("b");
    tree->first->first = make<Handle<Named>>("c");
    tree->second = make<Handle<Named>>("d");
    tree->second->first = make<Handle<Named>>("e");
    auto other = make<Handle<Named>>("f");
    tree = nullptr;
    other = nullptr;
    CHECK(freed == "");
  }
  CHECK(freed == "a b c d e f ");
}
