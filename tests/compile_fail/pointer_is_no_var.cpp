// A pointer must not be converted to a var, because it would become true.
// error: no viable
#include <nodecpp/var.h>
using namespace nodecpp;

void program() {
  int number = 1;
#ifdef TRAP
  var value = &number;
#else
  var value = number;
#endif
  value = nullptr;
}
