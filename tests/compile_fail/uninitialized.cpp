// In const t = f(() => g(t)) the C++ closure would copy t before t is initialised.
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
