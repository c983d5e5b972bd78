// The callback of a timer has a parameter for which no argument was given.
// first error: the callback takes other parameters than the arguments that follow it
#include <nodecpp/timers.h>
using namespace nodecpp;

void program() {
  setTimeout([](int count) {}, 10, 1);
#ifdef TRAP
  setTimeout([](int count) {}, 10);
#endif
}
