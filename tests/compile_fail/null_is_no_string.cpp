// error: deleted
#include <nodecpp/string.h>
using namespace nodecpp;

String program() {
#ifdef TRAP
  String text = nullptr;
#else
  String text;
#endif
  return text;
}
