// Handles count without atomic operations, so a handle must stay on the thread of its loop.
// error: an argument of this type does not go to another thread
#include <nodecpp/pool.h>
using namespace nodecpp;

void program(AbortSignal signal) {
#ifdef TRAP
  pool::run([](const AbortSignal& s) { return s->aborted(); }, signal);
#else
  pool::run([](bool aborted) { return aborted; }, signal->aborted());
#endif
}
