// 'GET': in C++ this is a number.
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
