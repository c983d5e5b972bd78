// race() takes functions, because it could neither delay nor retract a promise that is already running.
// error: all, race and any take functions
#include <nodecpp/concurrency.h>
using namespace nodecpp;

Promise<> program() {
#ifdef TRAP
  co_await race(sleep(1), sleep(2));
#else
  co_await race([] { return sleep(1); }, [] { return sleep(2); });
#endif
}
