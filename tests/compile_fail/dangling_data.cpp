// The pointer refers to the bytes of a temporary string, which ends with the statement.
// error: -Wdangling
#include <nodecpp/string.h>
using namespace nodecpp;

void use(const char* bytes);

void program(String a) {
#ifdef TRAP
  const char* bytes = (a + "b").data();
  use(bytes);
#else
  String text = a + "b";
  const char* bytes = text.data();
  use(bytes);
#endif
}
