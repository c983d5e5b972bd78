// Connections and listeners of a simulated port.
#pragma once

#include "os/sim/sim_port.h"

namespace nodecpp::os {

class SimConnection final : public Connection, public SocketOwner {
 public:
  SimConnection(SimPort& p, SimSocket* s) : port(p), socket(s) {}
  void socketChanged() override { queue(); }
  void queue();

  SimPort& port;
  SimSocket* socket;  // null when closed
  ConnectionSink* sink = nullptr;
  bool connecting = false;
  bool reading = false;
  bool over = false;  // its end or an error has been pushed
  bool queued = false;
  // What was sent and has not gone. `begun` bytes of the first slice have.
  struct Send {
    std::vector<Buffer> slices;
    std::size_t first = 0;
    std::size_t begun = 0;
    std::shared_ptr<SimPassed> passed = {};
  };
  std::deque<Send> sends = {};
};

class SimListener final : public Listener, public SocketOwner {
 public:
  SimListener(SimPort& p, ListenerSink* s) : port(p), sink(s) {}
  void socketChanged() override;

  SimPort& port;
  ListenerSink* sink;
  SimListenSocket* socket = nullptr;  // null when closed
  bool queued = false;
};

}  // namespace nodecpp::os
