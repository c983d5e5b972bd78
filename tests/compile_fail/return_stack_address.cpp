// error: -Wreturn-stack-address
#include <nodecpp/string.h>
using namespace nodecpp;

#ifdef TRAP
const char* name() {
#else
String name() {
#endif
  String text = str("a") + 1;
#ifdef TRAP
  return text.data();
#else
  return text;
#endif
}
