// JavaScript's [1, 2] is var::array({1, 2}), also for a property.
// first error: write var::array({1, 2}) or var::object
#include <nodecpp/var.h>
using namespace nodecpp;

void program() {
  var object = var::object();
#ifdef TRAP
  object["list"] = {1, 2};
#else
  object["list"] = var::array({1, 2});
#endif
}
