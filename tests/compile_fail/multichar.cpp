// Single quotes as in 'GET' make a number in C++.
// error: -Wmultichar
#include <nodecpp/string.h>
using namespace nodecpp;

bool isGet(const String& method) {
#ifdef TRAP
  return method == "x" || 'GET' == 0;
#else
  return method == "x" || method == "GET";
#endif
}
