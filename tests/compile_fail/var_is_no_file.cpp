// A file is named by what may be anything.
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
