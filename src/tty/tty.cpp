#include <nodecpp/tty.h>

#include <cmath>

#include "loop/loop.h"

namespace nodecpp::tty {

bool isatty(double fd) {
  if (!(fd >= 0 && fd <= 2147483647.0) || fd != std::trunc(fd)) return false;
  return nodecpp::detail::Loop::current().port().process.isTerminal(int(fd));
}

}  // namespace nodecpp::tty
