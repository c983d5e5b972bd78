// {} of JavaScript is var::object(), where a variable is assigned to, too.
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
