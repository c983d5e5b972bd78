// A child process of a simulated port's program.
#pragma once

#include <memory>

#include "os/sim/sim_port.h"
#include "os/sim/sim_process.h"

namespace nodecpp::os {

class SimChild final : public Child, public SimProcessWatch {
 public:
  SimChild(SimPort& of, ChildSink* to) : port(&of), sink(to) {}
  ~SimChild() {
    if (process) process->watch = nullptr;
  }
  void processEnded(int code, int signal) override;

  SimPort* port;
  ChildSink* sink;
  std::shared_ptr<SimProcess> process;
  int code = 0, signal = 0;
};

}  // namespace nodecpp::os
