// right: the getter of `constructor` removes properties from the object that is being printed
// > done
#include <nodecpp/console.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var outer = var::object();
  var inner = var::create(var::object());
  outer.set("inner", inner);
  for (int i = 0; i < 60; i++) outer.set(str("a name of a property that is long ") + i, str("a text that is longer than what a String has room for ") + i);
  inner.defineProperty("constructor", var::object({{"get", [=] {
    for (int i = 0; i < 60; i++) outer.remove(str("a name of a property that is long ") + i);
    outer.set("another", 1);
    return undefined;
  }}}));
  util::inspect(outer);
  outer.remove("inner");
  console::log("done");
}); }
