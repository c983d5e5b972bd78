// Tests generators. What can be compared with Node is tested in tests/pairs/iterators.
#include <nodecpp/generator.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>

#include <doctest/doctest.h>

#include <ranges>

#include "support/scale.h"

using namespace nodecpp;

namespace {

struct Local {
  Array<String> to;
  String name;
  ~Local() { to.push("~" + name); }
};
Generator<int> upTo(int n) {
  for (int i = 1; i <= n; i++) co_yield i;
}
Generator<int> noted(Array<String> notes, int n) {
  Local local{notes, "upTo"};
  for (int i = 1; i <= n; i++) {
    notes.push(str(i));
    co_yield i;
  }
}
Generator<int> nested(int depth) {
  co_yield depth;
  if (depth > 0) co_yield elementsOf(nested(depth - 1));
  co_yield -depth;
}

}  // namespace

TEST_CASE("a generator begins with next(), and ends with its function") {
  Array<String> notes;
  auto numbers = noted(notes, 2);
  CHECK(notes.join() == "");
  CHECK(numbers.next().value == 1);
  auto same = numbers;
  CHECK(same.next().value == 2);
  CHECK(notes.join() == "1,2");
  auto last = numbers.next();
  CHECK(last.done);
  CHECK_THROWS_AS(static_cast<void>(int(last.value)), RangeError);
  CHECK(notes.join() == "1,2,~upTo");
  CHECK(numbers.next().done);
  CHECK(same == numbers);
  CHECK(str(numbers) == "[object Generator]");
  while (auto each = same.next()) CHECK(*each == 0);
}

TEST_CASE("a loop that is left early, return_() and the last reference end it") {
  Array<String> notes;
  auto numbers = noted(notes, 9);
  for (int n : numbers)
    if (n == 2) break;
  CHECK(notes.join() == "1,2,~upTo");
  CHECK(numbers.next().done);

  notes.setLength(0);
  numbers = noted(notes, 9);
  numbers.next();
  auto result = numbers.return_(7);
  CHECK(result.value == 7);
  CHECK(result.done);
  CHECK(notes.join() == "1,~upTo");
  CHECK(numbers.return_().done);

  notes.setLength(0);
  numbers = noted(notes, 9);
  CHECK(numbers.return_(1).done);  // return_() ends a generator that has not begun.
  CHECK(numbers.next().done);
  numbers = noted(notes, 9);
  numbers.next();
  numbers = Generator<int>();
  CHECK(notes.join() == "1,~upTo");
  CHECK_THROWS_AS(numbers.next(), TypeError);
  CHECK(numbers == undefined);

  notes.setLength(0);
  try {
    for (int n : noted(notes, 9))
      if (n == 2) throw Error("left");
  } catch (const Error& error) {
    CHECK(error->message == "left");
  }
  CHECK(notes.join() == "1,2,~upTo");
}

TEST_CASE("values that are sent, and what is returned") {
  auto talk = []() -> Generator<String, String, String> {
    String first = co_yield "one";
    String second = co_yield "two " + first;
    co_return "end " + second;
  };
  auto made = talk();
  CHECK(made.next("dropped").value == "one");
  CHECK(made.next("a").value == "two a");
  auto last = made.next();
  CHECK(last.value == "end undefined");
  CHECK(last.done);
  CHECK(made.next("x").value == undefined);
  auto counting = []() -> Generator<double, void, int> {
    for (;;) {
      const int by = co_yield 0.5;
      if (by < 0) co_return;
    }
  };
  auto counted = counting();
  counted.next();
  // An int cannot be undefined, so next() without a value throws a RangeError.
  CHECK_THROWS_AS(counted.next(), RangeError);
  CHECK(counted.next().done);
}

TEST_CASE("errors come out of next() once; throw_() comes out of co_yield") {
  auto failing = []() -> Generator<int> {
    co_yield 1;
    throw RangeError("inside");
  };
  auto made = failing();
  made.next();
  CHECK_THROWS_AS(made.next(), RangeError);
  CHECK(made.next().done);

  Array<String> notes;
  auto catching = [=](this auto) -> Generator<int> {
    Local local{notes, "catching"};
    for (int i = 0;; i++) {
      try {
        co_yield i;
      } catch (const Error& error) {
        notes.push(error->message);
      }
    }
  };
  auto caught = catching();
  caught.next();
  CHECK(caught.throw_(Error("a")).value == 1);
  CHECK_THROWS_AS(caught.throw_(String("no Error")), String);
  CHECK(notes.join() == "a,~catching");
  CHECK_THROWS_AS(caught.throw_(Error("b")), Error);

  notes.setLength(0);
  auto never = catching();
  CHECK_THROWS_AS(never.throw_(Error("c")), Error);
  CHECK(never.next().done);
  CHECK(notes.join() == "");
}

TEST_CASE("a generator that is running cannot be asked") {
  Generator<int> self;
  auto asking = [&self](this auto) -> Generator<int> {
    int caught = 0;
    const auto fails = [&](auto&& f) {
      try {
        f();
      } catch (const TypeError& error) {
        if (error->message == "Generator is already running") ++caught;
      }
    };
    fails([&] { self.next(); });
    fails([&] { self.return_(); });
    fails([&] { self.throw_(Error("x")); });
    fails([&] { for (int n : self) static_cast<void>(n); });
    bool refused = false;
    try {
      co_yield elementsOf(self);
    } catch (const TypeError&) {
      refused = true;
    }
    co_yield caught + 10 * refused;
  };
  self = asking();
  CHECK(self.next().value == 14);
  CHECK(self.next().done);
}

TEST_CASE("a generator may let go of itself while it runs") {
  Array<String> notes;
  let<Generator<int>> self;
  self = [=](this auto) -> Generator<int> {
    Local local{notes, "self"};
    self = Generator<int>();
    co_yield 5;
    notes.push("not here");
  }();
  auto value = self->next();
  CHECK(value.value == 5);
  CHECK(notes.join() == "~self");
}

TEST_CASE("elementsOf: generators, lists, what they return and throw") {
  auto inner = [](String name) -> Generator<String, String> {
    co_yield name + 1;
    co_yield name + 2;
    co_return "result of " + name;
  };
  auto outer = [=](this auto) -> Generator<String> {
    String a = co_yield elementsOf(inner("a"));
    co_yield a;
    co_yield elementsOf(Array<String>{"x", "y"});
    co_yield elementsOf(Set<String>{"z"}.values());
    String message;
    try {
      co_yield elementsOf([](this auto) -> Generator<String> {
        co_yield "last";
        throw RangeError("inner");
      }());
    } catch (const RangeError& error) {
      message = error->message;
    }
    co_yield message;
    co_yield elementsOf(upTo(0).map([](int n) { return str(n); }));
  };
  CHECK(outer().toArray().join() == "a1,a2,result of a,x,y,z,last,inner");
  CHECK(nested(2).toArray().join() == "2,1,0,0,-1,-2");
}

TEST_CASE("throw_ and return_ reach the innermost first") {
  Array<String> notes;
  auto inner = [=](this auto) -> Generator<int> {
    Local local{notes, "inner"};
    try {
      co_yield 1;
    } catch (const Error& error) {
      notes.push(error->message);
    }
    co_yield 2;
  };
  auto outer = [=](this auto) -> Generator<int> {
    Local local{notes, "outer"};
    co_yield elementsOf(inner());
    co_yield 3;
  };
  auto made = outer();
  made.next();
  CHECK(made.throw_(Error("thrown")).value == 2);
  CHECK(made.next().value == 3);
  CHECK(notes.join() == "thrown,~inner");
  made.return_();
  CHECK(notes.join() == "thrown,~inner,~outer");
  notes.setLength(0);
  made = outer();
  made.next();
  made.return_();
  CHECK(notes.join() == "~inner,~outer");
  made = outer();
  made.next();
  made.next();
  notes.setLength(0);
  CHECK_THROWS_AS(made.throw_(Error("through")), Error);
  CHECK(notes.join() == "~inner,~outer");
}

TEST_CASE("one that is delegated to may be asked beside it, and delegated to twice") {
  auto shared = upTo(6);
  auto over = [](Generator<int> of) -> Generator<int> {
    co_yield elementsOf(of);
    co_yield 100;
  };
  auto first = over(shared), second = over(shared);
  CHECK(first.next().value == 1);
  CHECK(shared.next().value == 2);
  CHECK(first.next().value == 3);
  CHECK(second.next().value == 4);
  CHECK(first.next().value == 5);
  CHECK(second.next().value == 6);
  CHECK(shared.next().done);
  CHECK(first.next().value == 100);
  CHECK(second.next().value == 100);
  CHECK(first.next().done);

  shared = upTo(3);
  first = over(shared);
  first.next();
  shared.return_();
  CHECK(first.next().value == 100);
  shared = nested(3);
  first = over(shared);
  CHECK(first.next().value == 3);
  CHECK(shared.next().value == 2);
  CHECK(first.next().value == 1);
  first = Generator<int>();
  CHECK(shared.next().value == 0);  // In JavaScript nothing ends this generator at this point either.
}

TEST_CASE("a value from a great depth takes no stack, nor does letting go of it") {
  constexpr int depth = int(tests::scaled(300000));
  auto deep = nested(depth);
  int sum = 0, count = 0;
  for (int n : deep) {
    sum += n;
    ++count;
  }
  CHECK(sum == 0);
  CHECK(count == 2 * (depth + 1));
  {
    auto dropped = nested(depth);
    for (int i = 0; i <= depth; i++) CHECK(dropped.next().value == depth - i);
  }
  auto ended = nested(depth);
  for (int i = 0; i <= depth; i++) ended.next();
  CHECK(ended.return_().done);
  auto failing = [](this auto self, int left) -> Generator<int> {
    if (left == 0) throw Error("deep");
    co_yield elementsOf(self(left - 1));
  };
  CHECK_THROWS_AS(failing(int(tests::scaled(30000))).next(), Error);
  // A generator that iterates over another one in a loop of its own.
  auto holding = [](Generator<int> of) -> Generator<int> {
    for (int n : of) co_yield n;
  };
  auto outermost = upTo(2);
  for (int i = 0; i < 2000; i++) outermost = holding(outermost);
  CHECK(outermost.next().value == 1);
}

TEST_CASE("generators have the functions of iterators") {
  Array<String> notes;
  CHECK(noted(notes, 9).map([](int n) { return n * n; }).take(2).toArray().join() == "1,4");
  CHECK(notes.join() == "1,2,~upTo");
  notes.setLength(0);
  CHECK(noted(notes, 9).some([](int n) { return n == 2; }));
  CHECK(notes.join() == "1,2,~upTo");
  notes.setLength(0);
  CHECK_THROWS_AS(noted(notes, 9).map([](int) -> int { throw Error("f"); }).next(), Error);
  CHECK(notes.join() == "1,~upTo");
  notes.setLength(0);
  CHECK_THROWS_AS(noted(notes, 9).forEach([](int) { throw Error("f"); }), Error);
  CHECK(notes.join() == "1,~upTo");
  notes.setLength(0);
  auto flat = upTo(3).flatMap([=](int n) { return noted(notes, n); });
  flat.next();
  for (int n : flat) {
    CHECK(n == 1);
    break;
  }
  CHECK(notes.join() == "1,~upTo,1,~upTo");
  auto [a, b] = upTo(5).first<2>();
  CHECK(a + b == 3);
  CHECK(upTo(4).drop(1).reduce([](int x, int y) { return x * y; }) == 24);
}

TEST_CASE("Array, Set, Map and ranges of C++ take generators") {
  CHECK(Array<>::from(upTo(3)).join() == "1,2,3");
  CHECK(Array<>::from(upTo(3), [](int n, auto index) { return n * 10 + int(index); }).join() == "10,21,32");
  CHECK(Set<int>::from(upTo(3)).size() == 3);
  auto pairs = []() -> Generator<std::pair<String, int>> {
    co_yield {"a", 1};
    co_yield std::pair<String, int>("b", 2);
  };
  CHECK(Map<String, int>::from(pairs()).get("b") == 2);
  int sum = 0;
  for (int n : upTo(9) | std::views::filter([](int n) { return n % 2 == 0; }) | std::views::take(3)) sum += n;
  CHECK(sum == 12);
  auto odd = upTo(5);
  for (int n : odd | std::views::transform([](int n) { return n * 2; })) sum += n;
  CHECK(sum == 42);
}

namespace {

class TreeObject : public Object {
 public:
  int value;
  Handle<TreeObject> left, right;
  explicit TreeObject(int value) : value(value) {}
  Generator<int> symbolIterator() {
    if (left) co_yield elementsOf(left->symbolIterator());
    co_yield value;
    if (right) co_yield elementsOf(right);
  }
};
using Tree = Handle<TreeObject>;

struct Range : Iterable {
  int from, to;
  Range(int from, int to) : from(from), to(to) {}
  Generator<int> symbolIterator(this Range self) {
    for (int i = self.from; i < self.to; i++) co_yield i;
  }
};

class ShelfObject : public Object {
 public:
  Array<String> books = {"a", "b"};
  auto symbolIterator() { return books.values(); }
};

}  // namespace

TEST_CASE("classes with symbolIterator() are iterable") {
  Tree tree = make<Tree>(2);
  tree->left = make<Tree>(1);
  tree->right = make<Tree>(3);
  String text;
  for (int n : tree) text += str(n);
  CHECK(text == "123");
  CHECK(Array<>::from(tree).join() == "1,2,3");
  CHECK(Set<int>::from(tree).size() == 3);
  CHECK(Iterator<>::from(tree).map([](int n) { return n * 2; }).toArray().join() == "2,4,6");
  CHECK(upTo(2).flatMap([=](int) { return tree; }).toArray().length() == 6);
  auto values = tree->symbolIterator();
  tree = nullptr;  // The generator of a method keeps its object alive.
  CHECK(values.toArray().join() == "1,2,3");
  CHECK_THROWS_AS(Array<>::from(tree), TypeError);

  CHECK(Array<>::from(Range(2, 5)).join() == "2,3,4");
  for (int n : Range(7, 8)) CHECK(n == 7);
  CHECK(upTo(2).flatMap([](int n) { return Range(0, n); }).toArray().join() == "0,0,1");
  CHECK(Array<>::from(make<Handle<ShelfObject>>()).join() == "a,b");
}

TEST_CASE("a program's own iterators are iterable") {
  let<int> at = 0;
  Array<String> notes;
  auto own = Iterator<int>::from({.next = [=]() -> IteratorResult<int> {
                                    if (at == 3) return {.done = true};
                                    at += 1;
                                    return {.value = at.value()};
                                  },
                                  .return_ = [=] { notes.push("return"); }});
  for (int n : own)
    if (n == 2) break;
  CHECK(notes.join() == "return");
  CHECK(own.next().done);
  CHECK(at.value() == 2);
  at = 0;
  auto failing = Iterator<int>::from({.next = []() -> IteratorResult<int> { throw Error("next"); },
                                      .return_ = [=] { notes.push("not called"); }});
  CHECK_THROWS_AS(failing.next(), Error);
  CHECK(failing.next().done);
  CHECK(notes.join() == "return");

  struct Counter {
    int at = 0;
    IteratorResult<int> next() { return at < 2 ? IteratorResult<int>{++at, false} : IteratorResult<int>::end(); }
  };
  CHECK(Iterator<>::from(Counter()).toArray().join() == "1,2");
  CHECK(Iterator<>::from(Array<int>{4}).toArray().join() == "4");
  CHECK(Iterator<>::from(upTo(1)).toArray().join() == "1");
}
