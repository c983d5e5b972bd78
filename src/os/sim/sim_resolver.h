// The resolvers of a simulated network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "os/sim/sim_port.h"

namespace nodecpp::os {

class SimResolver final : public Resolver {
 public:
  struct SimQuery {
    std::unique_ptr<Query> query;
    QueryError error;
    std::string answer;
  };

  explicit SimResolver(const ResolverSpec& s) : spec(s) {}
  ResolverSpec spec;
  std::vector<Address> servers{{Address::Family::ipv4, "127.0.0.1", 53}};
  std::map<std::uint64_t, SimQuery> asked;  // Queries under way by number, in the order in which they were asked.
};

}  // namespace nodecpp::os
