// right: a loop over a map deletes the current entry, and adds entries
// > a b n0
#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, String> map{{"a", "1"}, {"b", "2"}};
  String all = "";
  for (auto [key, value] : map) {
    map.delete_(key);
    all += all ? " " + key : key;
    if (key == "n0") break;
    if (key == "b")
      for (int i = 0; i < 40; i++) map.set(str("n") + i, value);
  }
  console::log(all);
}); }
