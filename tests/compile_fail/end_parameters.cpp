// A callback of end() whose parameters do not fit. Clang 19 crashes while it lists the overloads that do not fit such a callback.
// first error: the callback of end() takes an Error, or nothing
#include <nodecpp/http.h>
using namespace nodecpp;

void program(http::ServerResponse response, net::Socket socket) {
#ifdef TRAP
  response->end("done", [](String text, int status) { console::log(text, status); });
#else
  response->end("done", [](Error error) { console::log(error); });
#endif
  socket->end([] {});
  socket->end("bye", "utf8", nullptr);
}
