// Compiles programs/limits.cpp into the test program, so that sim_test.cpp can run it on the simulated port.
#define main limits_main
#include "programs/limits.cpp"
#undef main
