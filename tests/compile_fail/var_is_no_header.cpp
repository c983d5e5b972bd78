// A var may hold any value, so it must not become a header.
// first error: a var may be anything: write String(x)
#include <nodecpp/http.h>
#include <nodecpp/var.h>
using namespace nodecpp;

void program(var user, http::ServerResponse response) {
  response->setHeader("X-User", String(user["name"]));
#ifdef TRAP
  response->setHeader("X-User", user["name"]);
#endif
}
