// right: the `prototype` object of a function is used after the function was freed
// > function Counter() { [native code] }
// > undefined
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var counter = var::function("Counter", [](This) {});
  var prototype = counter["prototype"];
  console::log(prototype["constructor"].toString());
  counter["prototype"] = var::object();
  counter = undefined;
  console::log(prototype["constructor"].toString());
}); }
