// Listing 1 with a handler that is a coroutine, as listing1.cpp has it.
#define LISTING1 "../../examples/listing1/listing1_async.cpp"
#include "listing1.cpp"
