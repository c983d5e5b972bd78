// doctest and main, compiled once; every test program links this object.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

#include "os/sim/network.h"

int main(int argc, char** argv) {
  // All simulated networks of this run have the manners of a back end that completes operations.
  nodecpp::os::NetworkOptions::completionByDefault = std::getenv("NODECPP_SIM_COMPLETION") != nullptr;
  return doctest::Context(argc, argv).run();
}
