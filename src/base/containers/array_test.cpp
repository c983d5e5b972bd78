#include <nodecpp/array.h>
#include <nodecpp/error.h>
#include <nodecpp/let.h>
#include <nodecpp/number.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "support/counted.h"
#include "support/thrown.h"

using namespace nodecpp;
using tests::Counted;
using tests::thrown;

namespace {

template <class T>
std::vector<T> vectorOf(const Array<T>& list) {
  return list.template to<std::vector<T>>();
}

struct Point {
  int x = 0;
  String name;
};

}  // namespace

TEST_CASE("Array: a copy is the same list") {
  Array<int> a;
  Array<int> b = a;  // A copy that is made before the list has elements is the same list, too.
  b.push(1);
  CHECK(a.length() == 1);
  CHECK(a == b);
  CHECK_FALSE(a == Array<int>{1});
  CHECK_FALSE(Array<int>() == Array<int>());
  auto add = [a](int n) { a.push(n); };
  add(2);
  CHECK(b.join() == "1,2");
  b = {7};
  CHECK(a.join() == "1,2");
}

TEST_CASE("Array: what is missing") {
  Array<int> ints{1, 2, 3};
  CHECK(thrown([&] { return int(ints[3]); }) == "RangeError: index 3 is out of range: the Array has 3 elements");
  CHECK(thrown([&] { return int(ints[-1]); }) == "RangeError: index -1 is out of range: the Array has 3 elements");
  CHECK(thrown([&] { return ints.find([](int n) { return n > 3; }); }).startsWith("RangeError"));
  Array<double> doubles{1.5};
  CHECK(double(doubles[1]) != double(doubles[1]));
  CHECK(doubles.pop() == 1.5);
  CHECK(doubles.pop() != doubles.pop());
  Array<std::optional<int>> optionals{1};
  CHECK_FALSE(optionals[1].has_value());
  Array<Array<int>> lists;
  CHECK(lists[0].isUndefined());
  CHECK(thrown([&] { return lists[0].length(); }).startsWith("TypeError: Cannot read properties of undefined"));
  CHECK(thrown([&] { lists[0].push(1); }).startsWith("TypeError"));
  Array<Point> points{{1, "a"}};
  CHECK(points[0].name == "a");
  CHECK(thrown([&] { return points[1].x; }).startsWith("RangeError"));
}

TEST_CASE("Array: an element is a value, and a place only where it is") {
  Array<int> a{1, 2};
  auto x = a[0];
  a[0] = 5;
  CHECK(x == 1);
  x = 9;
  x += 1;
  CHECK(x == 10);
  CHECK(a[0] == 5);
  a[0] += 2;
  a[1]++;
  CHECK(a.join() == "7,3");
  CHECK(a[1]-- == 3);
  CHECK(a[0] * a[1] == 14);

  Array<String> names{"a", "b"};
  auto name = names[0];
  names[0] = "z";
  CHECK(name == "a");
  name = "y";
  name += "!";
  CHECK(name == "y!");
  CHECK(names.join("-") == "z-b");
  names[1] += "c";
  CHECK(names[1] == "bc");
  CHECK(names[1].length() == 2);
  String picked = names.length() > 5 ? names[5] : "none";
  CHECK(picked == "none");
  CHECK(str("n: ") + a[0] + names[1] == "n: 7bc");
  String copy = names[0];
  names[0] = names[1];
  CHECK(copy == "z");
  CHECK(names[0] == "bc");

  Array<Array<int>> grid;
  for (int i = 0; i < 3; i++) {
    grid[i] = Array<int>();
    for (int j = 0; j < 2; j++) grid[i][j] = 10 * i + j;
  }
  CHECK(grid.map([](auto row) { return row.join(" "); }).join("|") == "0 1|10 11|20 21");
}

TEST_CASE("Array: indices as ports write them") {
  Array<String> a{"a", "b", "c"};
  let<int> i = 1;
  CHECK(a[i] == "b");
  CHECK(a[2.0] == "c");
  Array<int> order{2, 0};
  CHECK(a[order[0]] == "c");
  CHECK(a.at(-1) == "c");
  CHECK(a.at(-4).isUndefined());
  CHECK(str("got ") + a[9] == "got undefined");
  CHECK_FALSE(a[3]);
}

TEST_CASE("Array: grows by assignment, with a bound on holes") {
  Array<int> ints;
  ints[0] = 1;
  ints[1] = 2;
  CHECK(thrown([&] { ints[3] = 4; }).startsWith("RangeError"));
  Array<double> doubles;
  doubles[2] = 1;
  CHECK(doubles.length() == 3);
  CHECK(double(doubles[0]) != double(doubles[0]));
  CHECK(thrown([&] { doubles[4000000000.0] = 1; }).startsWith("RangeError: index 4000000000 would leave a hole"));
  CHECK(thrown([&] { doubles[-1] = 1; }).startsWith("RangeError"));
  CHECK(thrown([&] { doubles.setLength(-1); }) == "RangeError: Invalid array length");
  CHECK(thrown([&] { Array<int> many(4294967296.0); }) == "RangeError: Invalid array length");
  CHECK(thrown([&] { Array<int> many(4294967295.0); }) == "RangeError: Invalid array length");
  CHECK(thrown([&] { doubles.setLength(4294967295.0); }) == "RangeError: Invalid array length");
  doubles.setLength(1);
  CHECK(doubles.length() == 1);
}

TEST_CASE("Array: splice, slice, concat and their kin as in JavaScript") {
  Array<int> a{1, 2, 3, 4, 5};
  CHECK(a.splice(1, 2).join() == "2,3");
  CHECK(a.join() == "1,4,5");
  CHECK(a.splice(1, 0, 8, 9).length() == 0);
  CHECK(a.join() == "1,8,9,4,5");
  CHECK(a.splice(-2).join() == "4,5");
  CHECK(a.splice(1, 1, 7, 7, 7, 7, 7, 7, 7, 7, 7).join() == "8");
  CHECK(a.join() == "1,7,7,7,7,7,7,7,7,7,9");
  CHECK(a.slice(-2).join() == "7,9");
  CHECK(a.slice(0, -9).join() == "1,7");
  CHECK(a.slice(5, 2).length() == 0);
  CHECK(Array<int>{1}.concat(2, Array<int>{3, 4}).join() == "1,2,3,4");
  Array<int> twice{1, 2};
  CHECK(twice.concat(twice).join() == "1,2,1,2");
  CHECK(twice.unshift(8, 9) == 4);
  CHECK(twice.join() == "8,9,1,2");
  CHECK(twice.shift() == 8);
  CHECK(twice.unshift(5) == 4);
  CHECK(twice.join() == "5,9,1,2");
  CHECK(twice.reverse().join() == "2,1,9,5");
  CHECK(twice.fill(0, 1, 3).join() == "2,0,0,5");
  CHECK(Array<int>{1, 2, 3, 4, 5}.copyWithin(0, 3).join() == "4,5,3,4,5");
  CHECK(Array<int>{1, 2, 3, 4, 5}.copyWithin(1, 0, 3).join() == "1,1,2,3,5");
  CHECK(twice.with(-1, 6).join() == "2,0,0,6");
  CHECK(thrown([&] { twice.with(9, 1); }) == "RangeError: Invalid index : 9");
  CHECK(twice.toSpliced(0, 3, 1).join() == "1,5");
  CHECK(twice.indexOf(0) == 1);
  CHECK(twice.lastIndexOf(0) == 2);
  CHECK(twice.indexOf(0, -1) == -1);
  CHECK(twice.includes(5));
  CHECK(Array<double>{__builtin_nan("")}.includes(__builtin_nan("")));
  CHECK(Array<double>{__builtin_nan("")}.indexOf(__builtin_nan("")) == -1);
}

TEST_CASE("Array: the functions on elements answer as JavaScript's") {
  Array<int> a{3, 1, 2};
  CHECK(a.map([](int n) { return n * 2; }).join() == "6,2,4");
  CHECK(a.map([](int n, int i) { return str(n) + ":" + i; }).join(" ") == "3:0 1:1 2:2");
  CHECK(a.filter([](int n) { return n > 1; }).join() == "3,2");
  CHECK(a.reduce([](int sum, int n) { return sum + n; }) == 6);
  CHECK(a.reduce([](String all, int n) { return all + n; }, "") == "312");
  CHECK(a.reduceRight([](String all, int n) { return all + n; }, "") == "213");
  CHECK(thrown([] { Array<int>().reduce([](int s, int n) { return s + n; }); }) ==
        "TypeError: Reduce of empty array with no initial value");
  CHECK(a.some([](int n) { return n == 2; }));
  CHECK_FALSE(a.every([](int n) { return n > 1; }));
  CHECK(a.findIndex([](int n) { return n < 3; }) == 1);
  CHECK(a.findLastIndex([](int n) { return n < 3; }) == 2);
  CHECK(a.findLast([](int n) { return n > 1; }) == 2);
  CHECK(a.flatMap([](int n) { return Array<int>{n, n}; }).join() == "3,3,1,1,2,2");
  CHECK(Array<Array<Array<int>>>{{{1}, {2}}, {{3}}}.flat<2>().join() == "1,2,3");
  String seen;
  for (auto [index, value] : a.entries()) seen += str(index) + value;
  CHECK(seen == "031122");
  auto keys = a.keys();
  CHECK(keys.next().value == 0);
  keys.next();
  keys.next();
  CHECK(keys.next().done);
  auto [first, second] = a.first<2>();
  CHECK(first + second == 4);
  CHECK(Array<>::of(1, 2).join() == "1,2");
  CHECK(Array<>::of("a", "b").join() == "a,b");
  CHECK(Array<>::from({.length = 3}, [](auto, int i) { return i * i; }).join() == "0,1,4");
  CHECK(Array<>::from(std::vector<int>{4, 5}, [](int n) { return n + 0.5; }).join() == "4.5,5.5");
}

TEST_CASE("Array: sort is stable, by text without a function, and of a copy") {
  CHECK(Array<int>{10, 9, 1}.sort().join() == "1,10,9");
  CHECK(Array<int>{10, 9, 1}.sort([](int a, int b) { return a - b; }).join() == "1,9,10");
  CHECK(Array<int>{3, 1, 2}.sort([](int a, int b) { return a > b; }).join() == "3,1,2");
  CHECK(Array<int>{5, 1, 4}.sort([](int a, int b) { return a > b ? 1 : -1; }).join() == "1,4,5");
  std::mt19937 random(7);
  for (int size : {0, 1, 2, 15, 16, 17, 33, 100, 1000}) {
    struct Numbered {
      int x, number;
    };
    Array<Numbered> list;
    for (int i = 0; i < size; i++) list.push(Numbered{int(random() % 10), i});
    list.sort([](const Numbered& a, const Numbered& b) { return a.x - b.x; });
    const auto rows = vectorOf(list);
    CHECK(rows.size() == std::size_t(size));
    CHECK(std::is_sorted(rows.begin(), rows.end(), [](const Numbered& a, const Numbered& b) {
      return a.x < b.x || (a.x == b.x && a.number < b.number);
    }));
  }
  Array<int> changing{3, 2, 1};
  changing.sort([&](int a, int b) {
    changing.push(0);
    return a - b;
  });
  CHECK(changing.slice(0, 3).join() == "1,2,3");
  Array<Counted> failing;
  for (int i = 0; i < 100; i++) failing.push(Counted(100 - i));
  int calls = 0;
  CHECK(thrown([&] {
          failing.sort([&](const Counted& a, const Counted& b) {
            if (++calls == 300) throw Error("no");
            return a.value - b.value;
          });
        }) == "Error: no");
  CHECK(Counted::alive == 100);
}

TEST_CASE("Array: changes while it is gone over") {
  Array<int> a{1, 2, 3};
  int count = 0;
  for (auto n : a) {
    if (n < 4) a.push(n + 3);
    if (++count > 100) break;
  }
  CHECK(count == 6);
  Array<String> b{"a", "b", "c", "d"};
  String seen;
  for (auto s : b) {
    seen += s;
    b.shift();
  }
  CHECK(seen == "ac");
  b = {"x", "y"};
  seen = "";
  for (auto s : b) {
    b = Array<String>();
    seen += s;
  }
  CHECK(seen == "xy");
  Array<String> c{"a", "b", "c"};
  CHECK(c.map([&](String s) {
           c.setLength(0);
           return s;
         }).join() == "a,,");  // The result is as long as the list was at the beginning.
  Array<int> d{1};
  Array<int> e{1, 2, 3};
  CHECK(Array<>::from(e, [&](int n) { return e[2] = n; }).join() == "1,2,2");
  d.forEach([&](int n) { d.push(n); });
  CHECK(d.length() == 2);
}

TEST_CASE("Array: a randomised comparison with a vector") {
  std::mt19937 random(24);
  auto below = [&](std::size_t n) { return int(random() % n); };
  for (int round = 0; round < 200; round++) {
    Array<Counted> list;
    std::vector<int> model;
    for (int step = 0; step < 100; step++) {
      const int at = below(model.size() + 1);
      switch (below(8)) {
        case 0:
          list.push(Counted(step));
          model.push_back(step);
          break;
        case 1:
          list.unshift(Counted(step));
          model.insert(model.begin(), step);
          break;
        case 2:
          if (!model.empty()) {
            CHECK(list.pop().value == model.back());
            model.pop_back();
          }
          break;
        case 3:
          if (!model.empty()) {
            CHECK(list.shift().value == model.front());
            model.erase(model.begin());
          }
          break;
        case 4: {
          const int count = below(4);
          list.splice(at, count, Counted(step), Counted(step + 1));
          model.erase(model.begin() + at, model.begin() + std::min<int>(at + count, int(model.size())));
          model.insert(model.begin() + at, {step, step + 1});
          break;
        }
        case 5: {
          list.splice(at, 3);
          model.erase(model.begin() + at, model.begin() + std::min<int>(at + 3, int(model.size())));
          break;
        }
        case 6:
          list.push(list.length() ? Counted(list[0].value) : Counted(1));
          model.push_back(model.empty() ? 1 : model[0]);
          break;
        default:
          list.reverse();
          std::reverse(model.begin(), model.end());
      }
      REQUIRE(list.size() == model.size());
    }
    CHECK(list.map([](const Counted& c) { return c.value; }).to<std::vector<int>>() == model);
  }
  CHECK(Counted::alive == 0);
}

TEST_CASE("Array: a queue is linear in time and bounded in memory") {
  Array<int> queue;
  for (int i = 0; i < 1'000'000; i++) {
    queue.push(i);
    if (i >= 10) queue.shift();
  }
  CHECK(queue.join() == "999990,999991,999992,999993,999994,999995,999996,999997,999998,999999");
}

TEST_CASE("Array: a field of a struct in a list is changed through ->") {
  Array<Point> points = {{1, "a"}, {2, "b"}};
  points[0]->x = 5;
  points[0]->x++;
  points[1]->name += "!";
  CHECK(points[0].x == 6);
  CHECK(points.at(1).name == "b!");
  auto copy = points[0];
  copy.x = 9;
  copy.name = "copy";
  CHECK(points[0].x == 6);
  // The element points[0] is looked up after the right side was evaluated.
  points[0]->name = (points.shift(), "left");
  CHECK(points.length() == 1);
  CHECK(points[0].name == "left");
  // When the list is emptied while an argument beside the element is evaluated, the change of the element has no
  // effect.
  const auto emptied = [&] {
    points.setLength(0);
    return 1;
  };
  struct Holder {
    static int pass(int&, int second) { return second; }
  };
  CHECK(Holder::pass(points[0]->x, emptied()) == 1);
  CHECK(points.empty());
  CHECK_THROWS_AS(points[0]->x = 1, RangeError);
  // Handles and lists are references, so a change through them is visible.
  Array<Array<Point>> grid = {{{1, "a"}}};
  grid[0][0]->x = 7;
  CHECK(grid[0][0].x == 7);
}

TEST_CASE("Array: literals that a function gives are texts") {
  Array<int> list = {1, 2};
  Array<String> texts = list.map([](int n) { return n > 1 ? "two" : "one"; });
  CHECK(texts.join() == "one,two");
  CHECK(list.values().map([](int) { return "x"; }).toArray().join() == "x,x");
  CHECK(Array<>::from({.length = 2}, [](auto, int) { return "y"; }).join() == "y,y");
  const char* names[] = {"a", "b"};
  CHECK(Array<>::from(names).concat("c").join() == "a,b,c");
}

TEST_CASE("Array: rows of rows are read and written through two indices") {
  Array<Array<num>> rows = {{1, 2}, {3, 4}};
  rows[0][1] = 5;
  rows[1][0] += rows[0][1] * rows[1][1];
  CHECK(rows[0][1] == 5);
  CHECK(rows[1][0]++ == 23);
  CHECK(rows[1][0] == 24);
  rows[1][3] = 9;  // Writing at index 3 leaves a hole at index 2.
  CHECK(rows[1].length() == 4);
  CHECK(isNaN(rows[1][2]));
  CHECK(isNaN(rows[0][7]));
  CHECK_THROWS_AS(rows[2][0] + 1, TypeError);
  CHECK_THROWS_AS(rows[2][0] = 1, TypeError);
  const Array<num> row = rows[0];
  CHECK(row == rows[0]);
  CHECK(std::move(rows[0])[1] == 5);
  CHECK(rows[0][0] == 1);
  const Array<Array<Array<int>>> deep = {{{1, 2}, {3}}};
  deep[0][1][0] = 8;
  CHECK(deep[0][1][0] + deep[0][0][1] == 10);
  const Array<Array<String>> texts = {{"a", "b"}};
  texts[0][1] += "c";
  CHECK(texts[0][1] + texts[0][0] == "bca");
}

TEST_CASE("Array: a row that leaves its list while its element is looked for") {
  const Array<Array<num>> rows = {{1, 2}, {3, 4}};
  const auto leaves = [&] {
    rows.shift();
    return 1;
  };
  CHECK(rows[0][leaves()] == 2);  // The row is evaluated before the index, as in JavaScript.
  CHECK(rows[0][0] == 3);
  const auto replaces = [&] {
    rows[0] = Array<num>{7};
    return 0;
  };
  CHECK(rows[0][replaces()] == 3);
  CHECK(rows[0][0] == 7);
  // When the conversion of the right side drops the row, nothing is written.
  struct Dropping {
    const Array<Array<num>>& rows;
    operator num() const {
      rows.setLength(0);
      return 1;
    }
  };
  CHECK_THROWS_AS((rows[0][0] = Dropping{rows}), TypeError);
  CHECK(rows.length() == 0);
}

TEST_CASE("Array: what was moved from is undefined") {
  Array<int> list = {1, 2};
  const Array<int> taken = std::move(list);
  CHECK(taken.length() == 2);
  CHECK(list.isUndefined());
  CHECK(list.size() == 0);
  CHECK_THROWS_AS(list.push(1), TypeError);
  list = {3};
  CHECK(list[0] == 3);
  CHECK_FALSE(Array<int>() == Array<int>());
}
