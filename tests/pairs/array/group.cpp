#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;
struct Item { String name; int price; };
int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> l = {"a", "bb", "c"};
  console::log(Map<>::groupBy(l, [](auto s) { return s.length(); }));
  console::log(Map<>::groupBy(l, [](auto s, auto i) { return i > 1 ? "late" : "early"; }));
  console::log(Map<>::groupBy(Set<int>{1, 2, 3}, [](int n) { return n % 2 == 0; }).get(true));
  var g = Object::groupBy(l, [](auto s) { return s.length(); });
  console::log(JSON::stringify(g), g["1"].length());
  for (auto [k, v] : Object::entries(g)) console::log(k, v);
  console::log(JSON::stringify(Object::groupBy(Array<int>{1, 2, 3}, [](int n) { return n % 2 ? "odd" : "even"; })));
  console::log(JSON::stringify(Object::groupBy(Array<int>{3, 1, 2}, [](int n, int i) { return n; })));
  Array<Item> items = {{"x", 1}, {"y", 2}};
  for (auto [k, v] : Map<>::groupBy(items, [](auto& i) { return i.price > 1; })) console::log(k, v.length());
  String s = "abc";
  console::log(s[1.5], s[1.0], s[-1], s[7], s.charAt(1.5), s[0.0/0.0]);
}); }
