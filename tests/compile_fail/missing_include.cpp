// A module is used without its header.
// first error: write #include <nodecpp/fs.h>
#include <nodecpp/string.h>
#ifdef TRAP
#else
#include <nodecpp/fs.h>
#endif
using namespace nodecpp;

bool program(String name) { return fs::existsSync(name); }
