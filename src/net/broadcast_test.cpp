// Output to more connections than gather it at the same time.
#include <doctest/doctest.h>
#include <nodecpp/net.h>

#include <string>
#include <vector>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;

TEST_CASE("a callback may write to hundreds of connections, each of which gets its bytes in order") {
  World world;
  world.spawn("server", [] {
    Array<net::Socket> clients;
    net::createServer([=](net::Socket socket) {
      clients.push(socket);
      socket->on(event::error, [] {});
      socket->on(event::data, [=] {
        for (net::Socket each : clients) {
          each->write("first,");
          each->write("second,");
        }
        for (net::Socket each : clients) each->end("third");
      });
    })->listen(8080, "127.0.0.1");
  });
  world.settle();
  std::vector<RawConnection> clients;
  for (int i = 0; i < 200; ++i) clients.push_back(world.connect(8080));
  world.settle();
  // One of them has gone when the output comes.
  clients[150].reset();
  clients[0].send("go");
  world.settle();
  for (std::size_t i = 0; i < clients.size(); ++i)
    if (i != 150) {
      CAPTURE(i);
      CHECK(clients[i].received() == "first,second,third");
      CHECK(clients[i].peerState() == RawConnection::PeerState::end);
    }
}
