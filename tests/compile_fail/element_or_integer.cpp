// The result of `c ? list[0] : 0` would be an int, without the fraction of list[0]: the program writes 0.0.
// first error: conditional expression is ambiguous
#include <nodecpp/array.h>
#include <nodecpp/number.h>
using namespace nodecpp;

num program(const Array<double>& list, bool c) {
#ifdef TRAP
  return c ? list[0] : 0;
#else
  return c ? list[0] : 0.0;
#endif
}
