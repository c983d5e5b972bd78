// Includes Listing 1 in the article's own form, for sim_test.cpp.
#define main listing1_classic_main
#include "../../examples/listing1/listing1_classic.cpp"
#undef main
