// Compiles the echo program into the test program, so that sim_test.cpp can run it on the simulated port.
#define main echo_main
#include "../../examples/echo/echo.cpp"
#undef main
