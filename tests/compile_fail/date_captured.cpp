// A Date is a value in C++: a closure captures a copy, and changing the copy would have no effect outside.
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
