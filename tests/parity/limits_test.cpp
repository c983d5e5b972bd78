// Includes the limits program, for sim_test.cpp.
#define main limits_main
#include "programs/limits.cpp"
#undef main
