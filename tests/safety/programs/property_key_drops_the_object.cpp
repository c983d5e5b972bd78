// right: the toString of a key releases the object whose property is read
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
  // The toString of this object releases the object, and is called twice.
  let<var> own;
  own = var::object({{"toString", [=] {
    own = undefined;
    return "b";
  }}});
  var other = var::object({{"b", 1}});
  other[own] = 2;
  console::log(other["b"]);
}); }
