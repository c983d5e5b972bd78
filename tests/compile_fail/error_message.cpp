// The properties of an error are reached by `->`.
// first error: did you mean to use '->' instead of '.'?
#include <nodecpp/error.h>
using namespace nodecpp;

String program(Error error) {
#ifdef TRAP
  return error.message;
#else
  return error->message;
#endif
}
