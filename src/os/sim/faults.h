// What may go wrong in a simulated network. Nothing does yet: each will be drawn from the network's seed.
#pragma once

namespace nodecpp::os {

struct Faults {
  bool none() const { return true; }
};

}  // namespace nodecpp::os
