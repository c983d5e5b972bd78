// A global function of JavaScript is used without its header.
// first error: write #include <nodecpp/uri.h>
#include <nodecpp/string.h>
#ifdef TRAP
#else
#include <nodecpp/uri.h>
#endif
using namespace nodecpp;

String program(String name) { return decodeURIComponent(name); }
