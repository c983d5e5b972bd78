// right: a value that was read from a map is kept while the map changes
// > a value that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, String> map{{"a", "a value that is longer than what a String has room for"}};
  auto&& value = map.get("a");
  for (int i = 0; i < 40; i++) map.set(str("n") + i, "");
  map.clear();
  console::log(value);
}); }
