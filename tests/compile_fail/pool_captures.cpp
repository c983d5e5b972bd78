// A function for the pool must have no captures, because they would move to another thread with all that they refer to.
// error: pool::run takes a function or a lambda without captures
#include <nodecpp/pool.h>
using namespace nodecpp;

void program(int limit) {
#ifdef TRAP
  pool::run([=] { return limit * 2; });
#else
  pool::run([](int n) { return n * 2; }, limit);
#endif
}
