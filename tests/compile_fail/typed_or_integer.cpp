// The result of `c ? list[0] : 0` would be an int, which is too small for the element: the program writes num(0).
// first error: conditional expression is ambiguous
#include <nodecpp/typed_arrays.h>
#include <nodecpp/number.h>
using namespace nodecpp;

num program(const Uint32Array& list, bool c) {
#ifdef TRAP
  return c ? list[0] : 0;
#else
  return c ? list[0] : num(0);
#endif
}
