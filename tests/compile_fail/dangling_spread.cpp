// spread() refers to its argument, so it is used in the same expression.
// error: -Wdangling
#include <nodecpp/string.h>
using namespace nodecpp;

void program(const Array<String>& list, const String& text) {
#ifdef TRAP
  auto more = spread(text.split(","));
  list.push(more);
#else
  list.push(spread(text.split(",")));
#endif
}
