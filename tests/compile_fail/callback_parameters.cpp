// The function has a parameter that forEach does not give. The compiler must not take all memory after the error.
// error: the function's parameters do not fit what it is called with: auto fits everything
#include <nodecpp/array.h>
using namespace nodecpp;

void program(Array<int> list) {
  list.forEach([](int value) {});
#ifdef TRAP
  list.forEach([](std::nullptr_t value) {});
#endif
}
