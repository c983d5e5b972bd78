// Runs examples/gather in virtual time: the response must come at the time of the winner's response, and the losers'
// connections must be closed by then.
#include <doctest/doctest.h>

#include <string>

#define main gather_main
#include "../../examples/gather/gather.cpp"
#undef main

#include "net/socket_handle.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp::sim;

namespace {

// Returns the body of the response, and the time until it came.
std::pair<std::string, double> ask(World& world, const std::string& path) {
  auto client = world.connect(2003);
  client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  double before = world.now();
  world.run([&] { return client.peerState() != RawConnection::PeerState::open; });
  std::string answer = client.received();
  return {answer.substr(answer.find("\r\n\r\n") + 4), world.now() - before};
}

}  // namespace

TEST_CASE("gather: the first good answer is not later than its backend, and no loser is left") {
  std::size_t before = net::detail::liveSockets();
  {
    World world;
    world.spawn("gather", gather_main);
    world.settle();
    struct Case {
      const char* path;
      const char* answer;
      double at;
      const char* open;
    };
    for (const Case& one : {
             Case{"/?a=20/ok&b=900/ok&c=5/fail", "from a\n", 20, "2 open\n"},
             Case{"/?a=900/ok&b=1/stall&c=700/ok", "from c\n", 700, "1 open\n"},
             Case{"/?a=1/cut&b=30/ok&c=1/hang", "from b\n", 30, "1 open\n"},
             Case{"/?a=1/hang&b=1/stall&c=5000/ok&limit=100", "The operation was aborted due to timeout\n", 100, "0 open\n"},
             Case{"/?a=1/fail&b=2/fail&c=3/cut", "All promises were rejected\n", 3, "2 open\n"},
         }) {
      CAPTURE(one.path);
      auto [answer, at] = ask(world, one.path);
      CHECK(answer == one.answer);
      CHECK(at == doctest::Approx(one.at).epsilon(0.1));
      CHECK(ask(world, "/open").first == one.open);
    }
  }
  CHECK(net::detail::liveSockets() == before);
}
