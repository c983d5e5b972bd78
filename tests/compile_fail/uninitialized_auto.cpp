// error: cannot appear in its own initializer
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
  auto t = start([=] { stop(t); });
#else
  let<int> t;
  t = start([=] { stop(t); });
#endif
}
