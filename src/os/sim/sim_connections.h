// Connections and listeners of a simulated port.
#pragma once

#include <memory>

#include "os/port/send_queue.h"
#include "os/sim/sim_port.h"

namespace nodecpp::os {

class SimConnection final : public Connection, public SocketOwner, public SendQueueTarget {
 public:
  SimConnection(SimPort& p, SimSocket* s) : port(p), socket(s) {}
  void socketChanged() override { queue(); }
  void queue();
  WriteResult take(const Slice* slices, std::size_t count, const std::shared_ptr<PassedDescriptor>& passed) override;
  WriteResult takeFile(const FilePart& part) override;
  void taken(Buffer& slice) override;
  void sent(ErrorCode error) override { sink->onSent(error); }

  SimPort& port;
  SimSocket* socket;  // The simulated socket; null when the connection is closed.
  ConnectionSink* sink = nullptr;
  bool connecting = false;
  bool reading = false;
  bool over = false;  // The end or an error of the connection has been pushed.
  bool queued = false;
  int typeOfService = 0;
  SendQueue sends;
};

class SimListener final : public Listener, public SocketOwner {
 public:
  SimListener(SimPort& p, ListenerSink* s) : port(p), sink(s) {}
  void socketChanged() override;

  SimPort& port;
  ListenerSink* sink;
  SimListenSocket* socket = nullptr;  // The simulated socket; null when the listener is closed.
  bool queued = false;
};

// Convert the port's connections and listeners to the simulated back end's classes.
inline SimConnection* at(Connection* connection) { return static_cast<SimConnection*>(connection); }
inline SimListener* at(Listener* listener) { return static_cast<SimListener*>(listener); }

}  // namespace nodecpp::os
