// What comes without `require` in Node.js is in headers, too.
// first error: write #include <nodecpp/process.h>
#include <nodecpp/console.h>
#ifdef TRAP
#else
#include <nodecpp/process.h>
#endif
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] { console::log("hello"); }); }
