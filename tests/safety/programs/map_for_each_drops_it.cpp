// right: the function of forEach drops the last reference to the map
// > a b
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Map<String, int>> map = Map<String, int>{{"a", 1}, {"b", 2}};
  let<String> seen = "";
  map->forEach([=](int, String key) {
    map = Map<String, int>();
    seen += seen->length() ? " " + key : key;
  });
  console::log(seen);
}); }
