// -1 < list.length: between an int and a size, C++ takes both for numbers without a sign, and -1 for the greatest.
// error: -Wsign-compare
#include <nodecpp/number.h>
using namespace nodecpp;

bool inside(int index, const String& text) {
#ifdef TRAP
  return index < text.size();
#else
  return num(index) < text.size();
#endif
}
