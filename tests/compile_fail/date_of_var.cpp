// A Date is a value: what a var gives is a copy, whose change would be lost.
// error: no matching member function for call to 'setHours'
#include <nodecpp/date.h>
#include <nodecpp/var.h>
using namespace nodecpp;

void program(var value) {
#ifdef TRAP
  value.date().setHours(0);
#else
  Date date = value.date();
  date.setHours(0);
  value = date;
#endif
}
