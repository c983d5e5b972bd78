// A character of C++ is a number, too: JavaScript has none, so that `text += 'c'` must say which of the two it means.
// error: no viable overloaded '+='
#include <nodecpp/string.h>
using namespace nodecpp;

void program(String text, int n) {
  text += n;
  text += "c";
#ifdef TRAP
  text += 'c';
#endif
}
