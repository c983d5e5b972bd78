// 'n: ' + n: in C++ this is an address n bytes into the literal.
// error: -Wstring-plus-int
#include <nodecpp/string.h>
using namespace nodecpp;

void print(const String& text);

void program(int n) {
#ifdef TRAP
  print("n: " + n);
#else
  print(str("n: ") + n);
#endif
}
