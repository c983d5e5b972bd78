#include <doctest/doctest.h>
#include <nodecpp/process.h>

#include "os/sim/sim_port.h"
#include "process/state.h"

using namespace nodecpp;

namespace {

// The program's file is replaced while it runs, as when a new version is installed.
class Replaced final : public os::SimPort {
 public:
  using SimPort::SimPort;
  String executable() override { return replaced ? "/bin/program (deleted)" : "/bin/program"; }
  bool replaced = false;
};

}  // namespace

TEST_CASE("execPath is where the program was started from, also when its file is replaced") {
  os::Network network;
  Replaced port(network, {});
  detail::Loop loop(port);
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  char name[] = "program";
  char* argv[] = {name, nullptr};
  detail::installProcess(loop, 1, argv);
  CHECK(process::execPath() == "/bin/program");
  port.replaced = true;
  CHECK(process::execPath() == "/bin/program");
  loop.end();
  detail::removeProcess(loop);
  detail::Loop::setCurrent(before);
}
