// A var may hold any value, so it must not become a path.
// first error: a var may be anything: write String(x)
#include <nodecpp/fs.h>
#include <nodecpp/path.h>
#include <nodecpp/var.h>
using namespace nodecpp;

void program(var options) {
  fs::readFileSync(path::join("/srv", String(options["name"])));
#ifdef TRAP
  fs::readFileSync(path::join("/srv", options["name"]));
#endif
}
