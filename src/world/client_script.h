// What simulated clients do to a server: the file given to --nodecpp-sim-clients, as docs/simulation.md has it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/sim/faults.h"
#include "os/sim/watch.h"

namespace nodecpp::sim {

struct ClientScript {
  struct Request {
    double weight = 1;
    std::string method, path, body;
  };
  struct Server {
    int port = 0;
    int status = 200;
    std::string body;
  };
  struct Name {
    std::string name, address;
  };
  struct Fault {
    std::string name;  // "none": those of the seed are off
    double value = 0;
  };

  int port = 0;  // 0: the first one below the ephemeral ones that the program listens on
  std::string host = "127.0.0.1";
  int clients = 8;
  int requests = 1000;
  double patience = 600;  // seconds that a client waits for an answer
  double limit = 86'400;  // seconds that a program without clients may take
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<Request> mix;
  std::vector<Server> servers;
  std::vector<Name> names;
  std::vector<Fault> faults;
  os::Bounds bounds;

  // The faults of `seed`, changed as the script says.
  os::Faults faultsOf(std::uint64_t seed) const;
};

// Adds what `text` says to `script`; without a request of its own a script has the default ones. What is wrong with it,
// as "NAME:LINE: reason"; empty when nothing is.
std::string readScript(std::string_view text, const std::string& name, ClientScript& script);

// Text with {random}, {number} and {bytes N} filled in.
std::string fillIn(std::string_view text, os::SeededRandom& random);

}  // namespace nodecpp::sim
