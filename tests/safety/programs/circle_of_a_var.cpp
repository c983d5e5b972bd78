// right: a tree of vars whose children hold their parent is freed
// > done
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var parent = var::object({{"name", "a name that is longer than what a String has room for"}});
  var child = var::object({{"parent", parent}});
  parent.set("child", child);
  console::log("done");
}); }
