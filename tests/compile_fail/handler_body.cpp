// A mistake in the body of a handler is reported at its own line, not where the handler is passed.
// first error: no member named 'ends'
#include <nodecpp/http.h>
using namespace nodecpp;

void program() {
  http::createServer([](auto request, auto response) {
    response->end("ok");
#ifdef TRAP
    response->ends("ok");
#endif
  });
}
