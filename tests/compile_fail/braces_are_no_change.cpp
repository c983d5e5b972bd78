// JavaScript's {} is var::object(), also where a variable is assigned to.
// first error: write var::array({1, 2}) or var::object
#include <nodecpp/var.h>
using namespace nodecpp;

void program() {
  var object = 1;
#ifdef TRAP
  object = {};
#else
  object = var::object();
#endif
  object["a"] = 1;
}
