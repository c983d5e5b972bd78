// A native module of Node.js, made of two files that include the same header.
#include "native.h"

NODECPP_MODULE(exports) {
  exports.function<hello>("hello", {"name"});
  exports.async<hello>("helloLater", {"name"});
}
