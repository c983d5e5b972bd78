// right: an object was a function's prototype, and the function is gone
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
