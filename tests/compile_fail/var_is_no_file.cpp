// A var may hold any value, so it must not name a file.
// first error: a var may be anything: write String(x)
#include <nodecpp/fs.h>
#include <nodecpp/var.h>
using namespace nodecpp;

void program(var options) {
  fs::readFileSync(String(options["name"]));
#ifdef TRAP
  fs::readFileSync(options["name"]);
#endif
}
