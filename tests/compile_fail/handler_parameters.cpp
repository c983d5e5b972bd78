// The request listener has its parameters in the wrong order.
// first error: a listener of this server takes (http::IncomingMessage request, http::ServerResponse response)
#include <nodecpp/http.h>
using namespace nodecpp;

void program() {
  http::createServer([](http::IncomingMessage request, http::ServerResponse response) { response->end(); });
#ifdef TRAP
  http::createServer([](http::ServerResponse response, http::IncomingMessage request) { response->end(); });
#endif
}
