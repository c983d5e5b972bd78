// A listener of listen() with parameters. Clang 19 crashes while it lists the overloads that do not fit such a listener.
// first error: the listener of listen() takes no parameters
#include <nodecpp/http.h>
using namespace nodecpp;

void program(http::Server server) {
#ifdef TRAP
  server->listen(2000, "127.0.0.1", [](String address, int port) { console::log(address, port); });
#else
  server->listen(2000, "127.0.0.1", [=](Error error) { console::log(error, server->address().port); });
#endif
}
