// Compiles Listing 1 in the article's own form into the test program, so that sim_test.cpp can run it on the simulated
// port.
#define main listing1_classic_main
#include "../../examples/listing1/listing1_classic.cpp"
#undef main
