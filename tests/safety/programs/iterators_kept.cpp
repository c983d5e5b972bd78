// right: iterators live longer than the variables of the containers that they iterate over
// > a 2 true o
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;

auto keys() { return Map<String, int>{{"a", 1}, {"b", 2}}.keys(); }
auto values() { return Array<int>{2, 3}.values(); }
auto entries() { return Set<String>{"a text that is longer than what a String has room for"}.values(); }

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto k = keys();
  auto v = values();
  auto e = entries();
  auto text = (str("one text that is ") + "longer than what a String has room for");
  auto at = text.begin();
  text = "";
  console::log(String(k.next().value), int(v.next().value), String(e.next().value).startsWith("a text"), *at);
}); }
