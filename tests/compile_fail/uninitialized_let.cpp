// The same trap with let, a shared cell: the cell must exist before the closure copies it.
// error: -Wuninitialized
#include <nodecpp/let.h>
using namespace nodecpp;

template <class F>
int start(F callback) {
  callback();
  return 1;
}
void stop(int timer);

void program() {
#ifdef TRAP
  let<int> t = start([=] { stop(t); });
#else
  let<int> t;
  t = start([=] { stop(t); });
#endif
}
