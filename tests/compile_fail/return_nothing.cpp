// A function that returns nothing on some path gives undefined in JavaScript, but undefined behaviour in C++.
// error: -Wreturn-type
#include <nodecpp/string.h>
using namespace nodecpp;

String domain(const String& address) {
  const auto at = address.indexOf("@");
  if (at >= 0) return address.slice(at + 1);
#ifdef TRAP
#else
  return undefined;
#endif
}
