// A function of two arguments is exported with a name for each: errors and declarations have them.
// error: each parameter has its name
#include <nodecpp/node_module.h>

double add(double a, double b) { return a + b; }

NODECPP_MODULE(exports) {
#ifdef TRAP
  exports.function<add>("add", {"a"});
#else
  exports.function<add>("add", {"a", "b"});
#endif
}
