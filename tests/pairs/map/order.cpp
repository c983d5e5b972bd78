#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>

#include <cmath>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, int> ages{{"Ann", 34}, {"Bob", 29}, {"Ann", 35}};
  console::log(ages, ages.size(), "" + str(ages));
  ages.set("Cid", 7).set("Bob", 30);
  console::log(ages.delete_("Ann"), ages.delete_("Ann"), ages.has("Ann"), ages.get("Bob"));
  ages.set("Ann", 36);
  for (auto [name, age] : ages) console::log(name + " is " + age);
  for (auto name : ages.keys()) console::log(name);
  for (auto age : ages.values()) console::log(age);
  for (auto [name, age] : ages.entries()) console::log(name, age);
  ages.forEach([=](int age, String name, auto whole) { console::log(age, name, whole == ages); });
  auto same = ages;
  same.clear();
  console::log(ages.size(), ages, ages == same, ages == Map<String, int>());

  Map<double, String> numbers;
  numbers.set(NAN, "not a number").set(-0.0, "zero").set(1.5, "more");
  auto keys = numbers.keys();
  keys.next();
  console::log(numbers, numbers.get(NAN), numbers.get(0), numbers.has(-0.0), !std::signbit(double(keys.next().value)));

  Set<String> set{"b", "a", "b", "c"};
  console::log(set, set.size(), set.has("a"), set.has("x"), "" + str(set));
  set.add("d").add("a");
  console::log(set.delete_("b"), set.delete_("b"));
  for (auto each : set) console::log(each);
  set.forEach([=](String value, String key, auto whole) { console::log(value, key, whole == set); });
  for (auto [a, b] : set.entries()) console::log(a, b);
  set.clear();
  console::log(set);

  Set<int> odd{1, 3, 5, 7};
  Set<int> small{3, 2, 1};
  console::log(odd.union_(small), small.union_(odd));
  console::log(odd.intersection(small), small.intersection(odd));
  console::log(odd.difference(small), small.difference(odd));
  console::log(odd.symmetricDifference(small), small.symmetricDifference(odd));
  console::log(Set<int>{1, 3}.isSubsetOf(odd), odd.isSubsetOf(Set<int>{1, 3}), odd.isSupersetOf(Set<int>{1}));
  console::log(odd.isDisjointFrom(small), odd.isDisjointFrom(Set<int>{2, 4}), Set<int>().isDisjointFrom(odd));
  Map<int, String> byNumber{{5, "five"}, {3, "three"}, {2, "two"}};
  console::log(odd.intersection(byNumber), odd.union_(byNumber), odd.difference(byNumber));
  auto copy = Set<int>::from(odd);
  console::log(copy.size(), copy == odd, Map<int, String>::from(byNumber));
  console::log(Object::fromEntries(Map<String, int>{{"b", 1}, {"a", 2}}));
}); }
