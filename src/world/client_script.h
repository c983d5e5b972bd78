// The script of simulated clients: the file given to --nodecpp-sim-clients, in the format of docs/simulation.md.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/sim/faults.h"
#include "os/sim/program_watch.h"

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
    std::string name;  // The name of a fault, or "none" to switch off the faults of the seed.
    double value = 0;
  };

  int port = 0;  // The port for clients; 0 for the first port that the program listens on, ephemeral ones excluded.
  std::string host = "127.0.0.1";
  int clients = 8;
  int requests = 1000;
  double patience = 600;  // How long a client waits for an answer, in seconds.
  double limit = 86'400;  // How long a program without clients may run, in seconds.
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<Request> mix;
  std::vector<Server> servers;
  std::vector<Name> names;
  std::vector<Fault> faults;
  os::Bounds bounds;

  // Returns the faults of `seed`, changed as the script says.
  os::Faults faultsOf(std::uint64_t seed) const;
};

// Adds the contents of `text` to `script`. A script without a request gets the default requests. Returns an error as
// "NAME:LINE: reason", or an empty string.
std::string readScript(std::string_view text, const std::string& name, ClientScript& script);

// Replaces {random}, {number} and {bytes N} in a text.
std::string fillIn(std::string_view text, os::SeededRandom& random);

}  // namespace nodecpp::sim
