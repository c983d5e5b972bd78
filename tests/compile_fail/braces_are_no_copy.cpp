// One value in braces is neither an array with one element nor a copy.
// error: deleted
#include <nodecpp/var.h>
using namespace nodecpp;

void program() {
  var object = var::object();
#ifdef TRAP
  object["list"] = {1};
#else
  object["list"] = var::array({1});
#endif
}
