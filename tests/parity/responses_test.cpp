// Includes the responses program, for sim_test.cpp.
#define main responses_main
#include "programs/responses.cpp"
#undef main
