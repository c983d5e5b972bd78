// lastIndex is computed, so it is read by a call, and set by another function.
// error: write r.setLastIndex(n) for r.lastIndex = n
#include <nodecpp/regexp.h>
using namespace nodecpp;

void program() {
  auto word = re("a+", "y");
  word.setLastIndex(2);
#ifdef TRAP
  word.lastIndex(2);
#endif
}
