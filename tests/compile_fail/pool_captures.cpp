// A closure's captures would go to another thread with whatever they refer to.
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
