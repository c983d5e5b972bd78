// Includes the echo program, for sim_test.cpp.
#define main echo_main
#include "../../examples/echo/echo.cpp"
#undef main
