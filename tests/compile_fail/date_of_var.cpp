// A Date is a value in C++: a var returns a copy, and changing the copy would have no effect on the var.
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
