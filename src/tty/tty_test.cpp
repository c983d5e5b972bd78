#include <doctest/doctest.h>
#include <nodecpp/tty.h>

#include "loop/loop.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;

namespace {

class Terminal final : public os::SimPort {
 public:
  using SimPort::SimPort;
  bool isTerminal(int fd) override { return fd == 1 || fd == 7; }
};

}  // namespace

TEST_CASE("a descriptor of a terminal is one, and no other number") {
  os::Network network;
  Terminal port(network, {});
  detail::Loop loop(port);
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  CHECK(tty::isatty(1));
  CHECK(tty::isatty(7));
  for (double fd : {0.0, 2.0, -1.0, 1.5, 1e10, 4294967297.0, __builtin_nan("")}) CHECK_FALSE(tty::isatty(fd));
  loop.end();
  detail::Loop::setCurrent(before);
}
