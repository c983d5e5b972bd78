// StringArg is only for parameters: a StringArg that is kept would outlive the string that it looks at.
// error: -Wdangling
#include <nodecpp/string.h>
using namespace nodecpp;

void use(StringArg text);

void program(String a) {
#ifdef TRAP
  StringArg text = a + "b";
  use(text);
#else
  String text = a + "b";
  use(text);
#endif
}
