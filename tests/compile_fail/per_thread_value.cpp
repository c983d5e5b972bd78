// A list at namespace scope would be one list for all threads: each thread makes its own.
// first error: a value that each thread makes for itself: write = [] { return …; }
#include <nodecpp/per_thread.h>
using namespace nodecpp;

#ifdef TRAP
perThread<Array<String>> names = Array<String>{"Ann", "Bob"};
#else
perThread<Array<String>> names = [] { return Array<String>{"Ann", "Bob"}; };
#endif
std::ptrdiff_t program() { return names->length(); }
