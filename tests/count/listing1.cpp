// Runs Listing 1 on the simulated port for run.js: it responds to REQUESTS requests on one connection, one in each
// turn.
#include <nodecpp/http.h>
#include <nodecpp/url.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "world/simulated_program.h"

#ifndef LISTING1
#define LISTING1 "../../examples/listing1/listing1.cpp"
#endif
#define main listing1_main
#include LISTING1
#undef main

int main(int argc, char** argv) {
  using namespace nodecpp::sim;
  const long requests = argc > 1 ? std::atol(argv[1]) : 20000;
  const std::string_view request = "GET /?value=hello HTTP/1.1\r\nHost: localhost:2000\r\n\r\n";
  World world;
  world.spawn("listing1", listing1_main, {}, {{"PORT", "2000"}});
  world.settle();
  RawConnection client = world.connect(2000);
  world.settle();
  std::size_t length = 0;
  for (long i = 0; i < requests; ++i) {
    std::size_t before = client.received().size();
    client.send(request);
    world.settle();
    std::size_t answer = client.received().size() - before;
    if (length == 0) length = answer;
    if (answer == 0 || answer != length) {
      std::fprintf(stderr, "request %ld was answered by %zu bytes\n", i, answer);
      return 1;
    }
  }
  return 0;
}
