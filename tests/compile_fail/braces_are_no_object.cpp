// JavaScript's {} is var::object(), because empty braces would be undefined.
// error: explicit
#include <nodecpp/var.h>
using namespace nodecpp;

void program() {
#ifdef TRAP
  var object = {};
#else
  var object = var::object();
#endif
  object["a"] = 1;
}
