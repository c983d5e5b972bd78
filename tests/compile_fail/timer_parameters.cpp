// The callback of a timer wants an argument that nobody gives.
// first error: the callback takes other parameters than the arguments that follow it
#include <nodecpp/timers.h>
using namespace nodecpp;

void program() {
  setTimeout([](int count) {}, 10, 1);
#ifdef TRAP
  setTimeout([](int count) {}, 10);
#endif
}
