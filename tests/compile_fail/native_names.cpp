// An exported function needs a name for each of its parameters, because errors and declarations contain the names.
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
