// {"a", "b"} is a list of two strings, but std::string would take it for a pair of iterators.
// error: no matching
#include <nodecpp/string.h>
using namespace nodecpp;

void print(StringArg text);

void program() {
#ifdef TRAP
  print({"a", "b"});
#else
  print("a");
#endif
}
