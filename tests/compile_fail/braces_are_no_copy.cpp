// One value in braces is no array of one, and no copy either.
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
