// Compiles programs/responses.cpp into the test program, so that sim_test.cpp can run it on the simulated port.
#define main responses_main
#include "programs/responses.cpp"
#undef main
