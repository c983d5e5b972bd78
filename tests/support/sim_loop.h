// A loop on a simulated port of its own, which is the current loop until its end, for tests of the loop and of what it
// runs.
#pragma once

#include <utility>

#include "loop/loop.h"
#include "os/sim/sim_port.h"

namespace tests {

struct SimLoop {
  explicit SimLoop(const nodecpp::os::NetworkOptions& options = {}) : network(options) {}
  SimLoop(const SimLoop&) = delete;
  ~SimLoop() { end(); }
  // Ends the loop before this object ends. A second call does nothing.
  void end() {
    if (std::exchange(ended, true)) return;
    loop.end();
    nodecpp::detail::Loop::setCurrent(before);
  }
  nodecpp::os::Network network;
  nodecpp::os::SimPort port{network, {}};
  nodecpp::detail::Loop loop{port};
  nodecpp::detail::Loop* before = nodecpp::detail::Loop::setCurrent(&loop);
  bool ended = false;
};

// Runs `f` as the top level of a program, to the program's end.
template <class F>
void program(F&& f) {
  SimLoop simulated;
  simulated.loop.makeCallback(f);
  simulated.loop.run();
}

}  // namespace tests
