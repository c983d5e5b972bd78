// A var may hold any value, so it must not be passed to a function that takes a string.
// first error: a var may be anything: write String(x)
#include <nodecpp/buffer.h>
#include <nodecpp/var.h>
using namespace nodecpp;

void program(var message) {
  Buffer::byteLength(String(message["text"]));
#ifdef TRAP
  Buffer::byteLength(message["text"]);
#endif
}
