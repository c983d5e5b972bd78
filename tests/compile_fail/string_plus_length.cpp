// error: -Wstring-plus-int
#include <nodecpp/string.h>
using namespace nodecpp;

void print(const String& text);

void program(String s) {
#ifdef TRAP
  print("length: " + s.length());
#else
  print(str("length: ") + s.length());
#endif
}
