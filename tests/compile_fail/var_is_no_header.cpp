// A header is made of what may be anything.
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
