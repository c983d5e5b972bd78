// const t = f(() => g(t)): in C++ the closure would copy t before it is built.
// error: -Wuninitialized
#include <nodecpp/let.h>
using namespace nodecpp;

struct Timer {
  int id = 0;
};
template <class F>
Timer start(F callback) {
  callback();
  return {};
}
void stop(Timer timer);

void program() {
#ifdef TRAP
  Timer t = start([=] { stop(t); });
#else
  let<Timer> t;
  t = start([=] { stop(t); });
#endif
}
