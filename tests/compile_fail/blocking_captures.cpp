// A blocking handler runs on another thread, so it must not capture anything.
// first error: http::blocking takes a function or a lambda without captures
#include <nodecpp/http/blocking.h>
using namespace nodecpp;

void program(String name) {
  http::blocking([](auto request, auto response) { response->end("ok"); });
#ifdef TRAP
  http::blocking([=](auto request, auto response) { response->end(name); });
#endif
}
