// error: -Wstring-plus-int
#include <nodecpp/let.h>
using namespace nodecpp;

void print(const String& text);

void program() {
  let<int> n = 3;
#ifdef TRAP
  print("n: " + n);
#else
  print(str("n: ") + n);
#endif
}
