// Clients of a simulated world that ask a server over HTTP as a script has it, and servers that answer all alike. Which
// request comes when is drawn from a seed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/sim/network.h"
#include "world/client_script.h"

namespace nodecpp::sim {

struct SimClient;

class Clients {
 public:
  // `answered` is called for each answer that has come whole.
  Clients(os::Network& network, const ClientScript& script, int port, std::function<void()> answered);
  ~Clients();

  void begin();
  // Each request has come to something, and the connections are closed.
  bool over() const;
  // Nobody waits any more, or only those who have for longer than the script's patience.
  bool overOrStuck() const;
  // No request is begun any more.
  void stop() { begun_ = script_.requests; }
  // Those who wait for an answer, each in words.
  std::vector<std::string> waiting() const;

  struct Count {
    int answered = 0;
    int failed = 0;     // the connection did not come about or broke before the answer had come
    int abandoned = 0;  // by a client that went away
  };
  const Count& count() const { return count_; }

 private:
  friend struct SimClient;

  os::Network& network_;
  ClientScript script_;
  os::Address address_;
  os::SeededRandom random_;
  std::function<void()> answered_;
  std::vector<std::shared_ptr<SimClient>> all_;
  int begun_ = 0;
  double weights_ = 0;
  Count count_;
};

// Servers outside, as a script names them. They live as long as what is returned.
std::shared_ptr<void> startServers(os::Network& network, const std::vector<ClientScript::Server>& servers);

}  // namespace nodecpp::sim
