// The operations of Map and Set whose cost run.js measures as the input grows.
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/util.h>

#include <vector>

#include "growth.h"

namespace growth {
namespace {

Map<String, int> texts(std::size_t n) {
  Map<String, int> out;
  for (std::size_t i = 0; i < n; ++i) out.set(keyOf(i), int(i));
  return out;
}
Set<int> numbers(std::size_t n) {
  Set<int> out;
  for (std::size_t i = 0; i < n; ++i) out.add(int(i));
  return out;
}

const Growth all[] = {
    {"Map, set each", 1000, [](std::size_t n) { return [n] { keep(texts(n)); }; }},
    {"Map, get each", 1000,
     [](std::size_t n) {
       return [n, of = texts(n)] {
         for (std::size_t i = 0; i < n; ++i) keep(of.get(keyOf(i)));
       };
     }},
    {"Map, delete each, the first first", 1000,
     [](std::size_t n) {
       return [n, of = texts(n)] {
         for (std::size_t i = 0; i < n; ++i) of.delete_(keyOf(i));
       };
     }},
    {"Map, delete each, the last first", 1000,
     [](std::size_t n) {
       return [n, of = texts(n)] {
         for (std::size_t i = n; i-- > 0;) of.delete_(keyOf(i));
       };
     }},
    {"Map, as a cache that forgets the oldest", 1000,
     [](std::size_t n) {
       return [n, of = texts(n)] {
         for (std::size_t i = 0; i < n; ++i) {
           of.set(keyOf(n + i), 1);
           of.delete_(of.keys().next().value);
         }
       };
     }},
    {"Map, the first taken until it is empty", 1000,
     [](std::size_t n) {
       return [of = texts(n)] {
         while (of.size()) of.delete_(of.keys().next().value);
       };
     }},
    {"Set, loop in which each is deleted and another added", 1000,
     [](std::size_t n) {
       return [n, of = numbers(n)] {
         for (int each : of) {
           of.delete_(each);
           if (std::size_t(each) < 3 * n) of.add(each + int(n));
         }
       };
     }},
    {"Set, cleared with each addition while many iterators live", 500,
     [](std::size_t n) {
       return [n, of = numbers(n)] {
         std::vector<decltype(of.keys())> iterators;
         for (std::size_t i = 0; i < n; ++i) iterators.push_back(of.keys());
         for (std::size_t i = 0; i < n; ++i) {
           of.clear();
           of.add(int(i));
         }
         for (auto& each : iterators) keep(each.next());
       };
     }},
    {"Set, elements that come and go while many iterators live", 600,
     [](std::size_t n) {
       return [n, of = numbers(2)] {
         std::vector<decltype(of.keys())> iterators;
         for (std::size_t i = 0; i < n; ++i) iterators.push_back(of.keys());
         for (std::size_t i = 0; i < n; ++i) {
           of.add(int(10 + i));
           of.delete_(int(10 + i));
         }
         for (auto& each : iterators) keep(each.next());
       };
     }},
    {"Set, union, intersection, difference, symmetricDifference", 500,
     [](std::size_t n) {
       return [a = numbers(n), b = numbers(2 * n)] {
         keep(a.union_(b));
         keep(b.intersection(a));
         keep(b.difference(a));
         keep(b.symmetricDifference(a));
         keep(a.isSubsetOf(b));
         keep(b.isSupersetOf(a));
       };
     }},
    {"Map, loop, forEach, keys, values", 1000,
     [](std::size_t n) {
       return [of = texts(n)] {
         for (auto [key, value] : of) keep(value);
         of.forEach([](int value) { keep(value); });
         for (auto key : of.keys()) keep(key);
         for (auto value : of.values()) keep(value);
       };
     }},
    {"util.inspect, a large Map", 500,
     [](std::size_t n) { return [of = texts(n)] { keep(util::inspect(of, {.maxArrayLength = nullptr})); }; }},
    {"util.isDeepStrictEqual of Maps in another order", 200,
     [](std::size_t n) {
       Map<int, int> forth, back;
       for (std::size_t i = 0; i < n; ++i) {
         forth.set(int(i), 1);
         back.set(int(n - 1 - i), 1);
       }
       return [=] { keep(util::isDeepStrictEqual(forth, back)); };
     }},
};

}  // namespace
}  // namespace growth
