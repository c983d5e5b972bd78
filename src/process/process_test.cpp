#include <doctest/doctest.h>
#include <nodecpp/process.h>

#include "os/sim/sim_port.h"
#include "support/program_run.h"

using namespace nodecpp;

namespace {

// The program's file is replaced while it runs, as when a new version is installed.
class Replaced final : public os::SimPort {
 public:
  using SimPort::SimPort;
  String executable() override { return replaced ? "/bin/program (deleted)" : "/bin/program"; }
  bool replaced = false;
};

// Standard output is a terminal, whose size the test changes.
class Terminal final : public os::SimPort {
 public:
  using SimPort::SimPort;
  bool isTerminal(int fd) override { return fd == 1; }
  bool windowSize(int, int& width, int& height) override {
    width = columns;
    height = 25;
    return true;
  }
  int columns = 80;
};

}  // namespace

TEST_CASE("execPath is where the program was started from, also when its file is replaced") {
  os::Network network;
  Replaced port(network, {});
  const tests::ProgramLoop loop(port);
  CHECK(process::execPath() == "/bin/program");
  port.replaced = true;
  CHECK(process::execPath() == "/bin/program");
}

TEST_CASE("a terminal has a size, and tells when it changes") {
  os::Network network;
  Terminal port(network, {});
  const tests::ProgramLoop loop(port);
  process::Output out = process::stdout;
  int resized = 0;
  out->on(event::resize, [&] { ++resized; });
  CHECK(out->isTTY);
  CHECK(out->getWindowSize() == std::pair(80, 25));
  out->refreshSize();
  CHECK(resized == 0);
  port.columns = 100;
  out->refreshSize();
  CHECK(resized == 1);
  CHECK(out->columns == 100);
  CHECK(out->rows == 25);
  CHECK_FALSE(process::stderr->isTTY);
  out->removeAllListeners(event::resize);
}
