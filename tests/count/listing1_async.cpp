// Runs Listing 1 with a handler that is a coroutine, in the same way as listing1.cpp.
#define LISTING1 "../../examples/listing1/listing1_async.cpp"
#include "listing1.cpp"
