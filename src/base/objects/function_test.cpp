#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>

#include <doctest/doctest.h>
#include <memory>
#include <string>

#include "support/scale.h"

using namespace nodecpp;

TEST_CASE("a Function takes callables of fewer parameters") {
  Function<int(int, std::string)> all = [](int a, const std::string& b) { return a + int(b.size()); };
  Function<int(int, std::string)> one = [](int a) { return a; };
  Function<int(int, std::string)> none = [] { return 9; };
  CHECK(all(1, "abc") == 4);
  CHECK(one(1, "abc") == 1);
  CHECK(none(1, "abc") == 9);
  Function<void(int)> drops = [](auto a) { return a; };
  drops(3);
  static_assert(!std::is_constructible_v<Function<void(int)>, void (*)(std::string)>);
}

TEST_CASE("copies are the same function, two closures are not") {
  auto lambda = [] {};
  Function<void()> a = lambda, b = lambda, copy = a;
  CHECK(copy == a);
  CHECK_FALSE(a == b);
  CHECK(a.identity() == copy.identity());
  Function<void()> moved = std::move(copy);
  CHECK(moved == a);
  CHECK_FALSE(copy);
}

static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }
TEST_CASE("two that are made of one plain function are the same, as in JavaScript") {
  Function<int(int)> a = twice, b = twice, c = thrice, none;
  CHECK(a == b);
  CHECK(a.identity() == b.identity());
  CHECK(a != c);
  CHECK(a != none);
  CHECK(none == Function<int(int)>());
  Function<int(int, int)> wider = twice;
  CHECK(wider.identity() == a.identity());
  const auto lambda = [](int n) { return n; };
  CHECK(Function<int(int)>(lambda) != Function<int(int)>(lambda));
  CHECK(a(4) + b(4) + c(4) == 28);
}

TEST_CASE("copies share the closure's state") {
  Function<int()> next = [n = 0]() mutable { return ++n; };
  Function<int()> same = next;
  CHECK(next() == 1);
  CHECK(same() == 2);
}

TEST_CASE("calling an undefined function throws") {
  Function<void()> none;
  CHECK(none == nullptr);
  CHECK_THROWS_WITH_AS(none(), "TypeError: undefined is not a function", TypeError);
}

TEST_CASE("a function that drops itself while it runs lives until it has returned") {
  auto guard = std::make_shared<int>(5);
  Function<int()> self;
  self = [guard, &self] {
    self = nullptr;
    return *guard;
  };
  CHECK(guard.use_count() == 2);
  CHECK(self() == 5);
  CHECK(guard.use_count() == 1);
}

TEST_CASE("a copy that throws while the closure is built loses no memory") {
  struct Throws {
    Throws() = default;
    Throws(const Throws&) { throw 1; }
    void operator()() const {}
  };
  Throws source;
  CHECK_THROWS_AS(Function<void()>{source}, int);
}

TEST_CASE("arguments are passed on, moved when given away, referred to when references") {
  Function<int(std::unique_ptr<int>)> takes = [](std::unique_ptr<int> p) { return *p; };
  CHECK(takes(std::make_unique<int>(4)) == 4);
  Function<void(int&)> refers = [](int& n) { ++n; };
  int n = 1;
  refers(n);
  CHECK(n == 2);
  Function<int&()> gives = [&n]() -> int& { return n; };
  gives() = 8;
  CHECK(n == 8);
}

TEST_CASE("a chain of a million functions, with shared variables between, is dropped without a stack as deep") {
  auto gone = std::make_shared<int>(0);
  struct Counted {
    std::shared_ptr<int> gone;
    ~Counted() {
      if (gone) ++*gone;
    }
  };
  constexpr int length = tests::scaled(1000000);
  Function<int()> last = [] { return 0; };
  for (int i = 0; i < length; ++i) {
    auto counted = std::make_shared<Counted>(gone);
    if (i % 2) {
      last = [last, counted] { return 1; };
    } else {
      let<Function<int()>> shared = last;
      last = [shared, counted] { return 2; };
    }
  }
  CHECK(last() == 1);
  last = nullptr;
  CHECK(*gone == length);
}

TEST_CASE("an undefined Function stays undefined when it becomes a Function of another type") {
  Function<void()> next;
  Function<void(int)> more = next;
  CHECK_FALSE(more);
  more = Function<int()>();
  CHECK_FALSE(more);
  int calls = 0;
  next = [&] { ++calls; };
  more = next;
  more(1);
  CHECK(calls == 1);
}
