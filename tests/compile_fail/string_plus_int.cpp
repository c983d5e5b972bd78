// 'n: ' + n is an address in C++: n bytes after the beginning of the literal.
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
