#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/tty.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (double fd : {0.0, 1.0, 2.0, -1.0, 1.5, Number::NaN, 2147483648.0, 900.0}) console::log(fd, tty::isatty(fd));
  console::log(process::stdout->isTTY, process::stderr->isTTY, process::stdout->columns);
}); }
