// right: the toString of a key lets go of the object that is asked for its property
// > undefined
// > 2
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<var> object = var::object({{"a", 1}});
  var key = var::object({{"toString", [=] {
    object = undefined;
    return "b";
  }}});
  console::log(object->propertyDescriptor(key));
  // One that lets go of itself is asked for its text twice.
  let<var> own;
  own = var::object({{"toString", [=] {
    own = undefined;
    return "b";
  }}});
  var other = var::object({{"b", 1}});
  other[own] = 2;
  console::log(other["b"]);
}); }
