// doctest and main, compiled once. Each test program links this object.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

#include "os/sim/sim_network.h"

int main(int argc, char** argv) {
  // All simulated networks of this run behave like a back end that completes operations later.
  nodecpp::os::NetworkOptions::completionByDefault = std::getenv("NODECPP_SIM_COMPLETION") != nullptr;
  return doctest::Context(argc, argv).run();
}
