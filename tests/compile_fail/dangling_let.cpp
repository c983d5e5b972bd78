// error: -Wdangling
#include <nodecpp/let.h>
using namespace nodecpp;

int program() {
#ifdef TRAP
  const int& n = let<int>(3);
#else
  const int n = let<int>(3);
#endif
  return n;
}
