#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<num> list = {5, 1, 4, 2, 3};
  console::log(list.at(0), list.at(-1), list.at(-5), list.at(1.9), list.at(NaN), Array<String>{"a"}.at(1), Array<String>{"a"}.at(-2));
  console::log(list.toSorted(), list.toSorted([](num a, num b) { return b - a; }), Array<num>{30, 4, 100}.toSorted(), list);
  console::log(list.toReversed(), Array<num>{}.toReversed(), list);
  console::log(list.toSpliced(1, 2), list.toSpliced(1, 0, 8, 9), list.toSpliced(-2), list.toSpliced(9, 1, 7), list);
  console::log(list.with(0, 50), list.with(-1, 30), list);
  for (num index : {num(5), num(-6), num(Infinity)}) {
    try {
      console::log(list.with(index, 1));
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
  console::log(list.findLast([](num n) { return n > 3; }), list.findLastIndex([](num n) { return n > 3; }), list.findLastIndex([](num n) { return n > 9; }), Array<String>{"a"}.findLast([](String s) { return s == "b"; }));
  Array<var> seen;
  list.findLast([=](num n, num index, auto whole) { seen.push(index, n, whole == list); return n == 4; });
  console::log(seen);
  auto sorted = list.toSorted();
  sorted.push(6);
  console::log(sorted, list, list.toSorted() == list, list.toReversed() == list);

  // Array.from accepts anything that a for loop can iterate over.
  Set<String> set{"b", "a", "c"};
  Map<String, int> map{{"x", 1}, {"y", 2}};
  console::log(Array<>::from(set), Array<>::from(set.values()), Array<>::from(set, [](String s, num i) { return s + i; }));
  console::log(Array<>::from(map.keys()), Array<>::from(map.values()), Array<>::from(map.values(), [](int n) { return n * 10; }));
  console::log(Array<>::from(str("aé😀")), Array<>::from(str("ab"), [](String c) { return c + c; }), Array<>::from(list.keys()), Array<>::from(list.values(), [](num n) { return n / 2; }));
  console::log(Array<>::from({.length = 3}, [](auto, num i) { return i * i; }), Array<>::from(Array<num>{1, 2}), Array<>::from(Array<num>{}));
}); }
