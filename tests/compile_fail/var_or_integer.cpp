// The result of `c ? v["n"] : 0` would be an int, without the fraction of v["n"]: the program writes c ? v["n"] : var(0).
// first error: conditional expression is ambiguous; 'var::Slot' can be converted to 'int'
#include <nodecpp/var.h>
using namespace nodecpp;

var program(const var& v, bool c) {
#ifdef TRAP
  return c ? v["n"] : 0;
#else
  int n = v["n"];
  return c ? v["n"] : n ? var(0) : v["m"];
#endif
}
