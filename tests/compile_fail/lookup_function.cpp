// A text has no function of this name: the error is in the program's line.
// first error: no member named 'toUppercase'
#include <nodecpp/lookup.h>
using namespace nodecpp;

String program(const Lookup& name) {
#ifdef TRAP
  return name.toUppercase();
#else
  return name.toUpperCase();
#endif
}
