// The function has a parameter that replace does not give. The compiler must not take all memory after the error.
// error: the function takes (match, groups…, index, text, named groups), or less
#include <nodecpp/regexp.h>
using namespace nodecpp;

void program(String text) {
  (void)text.replace(re("a"), [](String match) { return match; });
#ifdef TRAP
  (void)text.replace(re("a"), [](std::nullptr_t match) { return ""; });
#endif
}
