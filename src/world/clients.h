// Clients of a simulated world that send HTTP requests to a server as a script says, and servers that answer all
// requests alike. The order and times of requests are drawn from a seed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/sim/sim_network.h"
#include "world/client_script.h"

namespace nodecpp::sim {

struct SimClient;

class Clients {
 public:
  // `answered` is called for each answer that has been received completely.
  Clients(os::Network& network, const ClientScript& script, int port, std::function<void()> answered);
  ~Clients();

  void begin();
  // Whether every request has been answered, failed or was abandoned, and all connections are closed.
  bool over() const;
  // Whether no client waits any more, or all that wait have waited longer than the script's patience.
  bool isOverOrStuck() const;
  // Ends the clients' work: no further request is begun.
  void stop() { begun_ = script_.requests; }
  // Returns a description of each client that waits for an answer.
  std::vector<std::string> waiting() const;

  struct Count {
    int answered = 0;
    int failed = 0;     // The number of requests for which the connection failed or broke before the answer.
    int abandoned = 0;  // The number of requests whose client went away before the answer.
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

// Starts the servers that a script names. They live as long as the object that is returned.
std::shared_ptr<void> startServers(os::Network& network, const std::vector<ClientScript::Server>& servers);

}  // namespace nodecpp::sim
