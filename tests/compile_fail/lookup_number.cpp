// A text plus a number is a text in JavaScript, and undefined plus a number is NaN: the program says what it means.
// first error: write Number(x)
#include <nodecpp/lookup.h>
#include <nodecpp/number.h>
using namespace nodecpp;

num program(const Lookup& page) {
#ifdef TRAP
  return page * 2;
#else
  return Number(page) * 2;
#endif
}
