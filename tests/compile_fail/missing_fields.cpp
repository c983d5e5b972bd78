// The fields of a struct are declared without the header of the macro.
// first error: write #include <nodecpp/fields.h>
#include <nodecpp/string.h>
#ifdef TRAP
#else
#include <nodecpp/fields.h>
#endif
using namespace nodecpp;

struct Options {
  String name;
  int port;
};
NODECPP_FIELDS(Options, name, port)
