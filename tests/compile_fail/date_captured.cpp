// A Date is a value: what a closure has captured is a copy, whose change would be lost.
// error: no matching member function for call to 'setHours'
#include <nodecpp/date.h>
using namespace nodecpp;

void program(Date date) {
#ifdef TRAP
  auto reset = [=] { date.setHours(0); };
#else
  auto reset = [date]() mutable { date.setHours(0); };
  Date().setHours(0, 0, 0, 0);
#endif
  reset();
}
