// JavaScript's [1, 2] is var::array({1, 2}): braces alone could mean an array, an object or a copy.
// first error: write var::array({1, 2}) or var::object
#include <nodecpp/var.h>
using namespace nodecpp;

void program() {
#ifdef TRAP
  var list = {1, 2};
#else
  var list = var::array({1, 2});
#endif
  list.push(3);
}
