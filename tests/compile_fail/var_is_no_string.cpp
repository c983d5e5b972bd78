// A function that takes a string is given what may be anything.
// first error: a var may be anything: write String(x)
#include <nodecpp/buffer.h>
#include <nodecpp/var.h>
using namespace nodecpp;

void program(var message) {
  Buffer::from(String(message["text"]));
#ifdef TRAP
  Buffer::from(message["text"]);
#endif
}
