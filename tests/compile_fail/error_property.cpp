// The properties that every error has are reached by `->`, and the others by as() or get().
// first error: an Error has no field statusCode
#include <nodecpp/error.h>
using namespace nodecpp;

double program(Error error) {
#ifdef TRAP
  if (error->statusCode) return 1;
#else
  if (error->get("statusCode")) return error->get("statusCode").toNumber();
#endif
  return 0;
}
