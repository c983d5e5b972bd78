// A list that a toJSON changes while JSON::stringify writes it.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;
struct Item { var value; };
NODECPP_FIELDS(Item, value)
struct Items { Array<Item> items; };
NODECPP_FIELDS(Items, items)
int main(int argc, char** argv) { return run(argc, argv, [] {
  var list = var::array({1, 2, 3});
  list[0] = var::object({{"toJSON", [=] { for (int i = 0; i < 100; i++) list.push(i); return "grown"; }}});
  console::log(JSON::stringify(list), list.length());
  var cut = var::array({1, 2, 3});
  cut[0] = var::object({{"toJSON", [=] { cut.setLength(1); return "cut"; }}});
  auto before = JSON::stringify(cut);
  console::log(before, JSON::stringify(cut, nullptr, 1), cut.length());
  Array<Item> items = {{1}, {2}, {3}};
  items[1]->value = var::object({{"toJSON", [=] { for (int i = 0; i < 100; i++) items.push(Item{i}); return "grown"; }}});
  auto written = JSON::stringify(items);
  console::log(written, items.length());
  items[1]->value = var::object({{"toJSON", [=] { items.setLength(2); return "cut"; }}});
  items.setLength(3);
  written = JSON::stringify(Items{items});
  console::log(written, items.length());
  var object = var::object({{"a", 1}, {"c", 3}});
  object.remove("c");
  object["b"] = var::object({{"toJSON", [=] { for (int i = 0; i < 100; i++) object[str("k") + i] = i; object.remove("c"); return "grown"; }}});
  object["c"] = 3;
  console::log(JSON::stringify(object));
}); }
