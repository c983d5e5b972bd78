// Tests servers and sockets in a simulated world: faulty peers, time-outs in virtual time, bytes in pieces, and that
// nothing stays allocated when a program ends. Running out of file descriptors is tested elsewhere, since it needs a
// real system.
#include <doctest/doctest.h>
#include <nodecpp/net.h>
#include <nodecpp/timers.h>

#include <memory>
#include <string>
#include <vector>

#include "net/socket_handle.h"
#include "os/port/port.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;

namespace {

void print(const String& text) { nodecpp::detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

// Checks that as many sockets live at the end of its scope as at the beginning.
struct NothingLeft {
  std::size_t before = net::detail::liveSockets();
  ~NothingLeft() { CHECK(net::detail::liveSockets() == before); }
};

Function<void()> echo = [] {
  net::createServer([](net::Socket socket) {
    socket->on(event::data, [=](Buffer chunk) { socket->write(chunk); });
    socket->on(event::end, [] { print("end"); });
    socket->on(event::error, [](Error error) { print(error->message); });
    socket->on(event::close, [](bool hadError) { print(hadError ? "closed by an error" : "closed"); });
  })->listen(2000, "127.0.0.1");
};

}  // namespace

TEST_CASE("an echo returns bytes whole and one by one") {
  NothingLeft nothing;
  World world;
  Program& server = world.spawn("echo", echo);
  world.settle();
  std::string text = "abcdefghijklmnopqrstuvwxyz";
  auto whole = world.connect(2000);
  whole.send(text);
  whole.end();
  auto pieces = world.connect(2000);
  std::vector<std::size_t> cuts;
  for (std::size_t i = 1; i < text.size(); ++i) cuts.push_back(i);
  pieces.sendInPieces(text, cuts);
  pieces.end();
  world.settle(1000);
  CHECK(whole.received() == text);
  CHECK(whole.peerState() == RawConnection::PeerState::end);
  CHECK(pieces.received() == text);
  CHECK(pieces.pieces().size() == text.size());
  CHECK(server.standardOutput() == "end\nclosed\nend\nclosed\n");
  CHECK(server.running());
}

TEST_CASE("a peer that resets in the middle of a big write costs that connection only") {
  NothingLeft nothing;
  World world;
  Program& server = world.spawn("big", [] {
    net::createServer([](net::Socket socket) {
      socket->on(event::error, [](Error error) { print(error->code); });
      socket->on(event::close, [](bool hadError) { print(hadError ? "closed by an error" : "closed"); });
      socket->on(event::data, [=](Buffer chunk) {
        if (chunk.toString() == "big")
          socket->write(Buffer::alloc(4 << 20), [](Error error) { print("written " + error->code); });
        else
          socket->end("small");
      });
    })->listen(2000, "127.0.0.1");
  });
  world.settle();
  auto bad = world.connect(2000);
  bad.pause();
  bad.send("big");
  world.settle();
  bad.reset();
  world.settle();
  CHECK(server.standardOutput() == "ECONNRESET\nwritten ECANCELED\nclosed by an error\n");
  auto good = world.connect(2000);
  good.send("x");
  world.settle();
  CHECK(good.received() == "small");
  CHECK(server.running());
}

TEST_CASE("all writes of a callback leave in one; what is written before exit leaves too") {
  NothingLeft nothing;
  World world;
  Program& server = world.spawn("exits", [] {
    net::createServer([](net::Socket socket) {
      socket->on(event::data, [=] {
        for (int i = 0; i < 10; ++i) socket->write("x");
        process::nextTick([=] { socket->write("y"); });
        setTimeout(
            [=] {
              socket->write("last words");
              process::exit(3);
            },
            10);
      });
    })->listen(2000, "127.0.0.1");
  });
  world.settle();
  auto client = world.connect(2000);
  client.send("go");
  world.settle();
  REQUIRE(client.pieces().size() == 1);
  CHECK(client.pieces()[0] == "xxxxxxxxxxy");
  world.runFor(100);
  CHECK(client.received() == "xxxxxxxxxxylast words");
  CHECK(server.exitCode() == 3);
}

TEST_CASE("time-outs come in time, and again after traffic") {
  NothingLeft nothing;
  World world;
  Program& server = world.spawn("timeouts", [] {
    net::createServer([](net::Socket socket) {
      double began = nodecpp::detail::Loop::current().now();
      socket->setTimeout(60000);
      socket->resume();
      socket->on(event::timeout, [=] { print(str(nodecpp::detail::Loop::current().now() - began)); });
    })->listen(2000, "127.0.0.1");
  });
  world.settle();
  auto client = world.connect(2000);
  world.settle();
  world.runFor(59000);
  client.send("traffic");
  world.settle();
  world.runFor(59000);
  CHECK(server.standardOutput() == "");
  world.runFor(1000);
  CHECK(server.standardOutput() == "119000\n");
  world.runFor(1000000);  // `timeout` is not emitted again without new traffic
  CHECK(server.standardOutput() == "119000\n");
  client.send("traffic");
  world.settle();
  world.runFor(60000);
  CHECK(server.standardOutput().size() > 8);
}

TEST_CASE("a time-out that is set again: shorter, longer, off and on") {
  NothingLeft nothing;
  World world;
  Program& program = world.spawn("sets", [] {
    auto set = [](String name, std::vector<double> times) {
      auto socket = make<net::Socket>();
      for (double time : times) socket->setTimeout(time);
      socket->on(event::timeout, [=] { print(name + " " + str(nodecpp::detail::Loop::current().now())); });
    };
    set("longer", {100, 5000});
    set("shorter", {5000, 100});
    set("off", {100, 0});
    set("off and longer", {100, 0, 3000});
    set("off and shorter", {3000, 0, 200});
    set("shorter than the second", {100, 10000, 4000});
    setTimeout([] {}, 20000);
  });
  world.runFor(30000);
  CHECK(program.standardOutput() ==
        "shorter 100\noff and shorter 200\noff and longer 3000\nshorter than the second 4000\nlonger 5000\n");
  CHECK_FALSE(program.running());
}

TEST_CASE("a client gives up an attempt after its time, and takes the next address") {
  NothingLeft nothing;
  World world;
  auto answering = world.listen(2000, "127.0.0.2");
  auto deaf = world.listen(2000, "127.0.0.1");
  deaf.close();
  Program& program = world.spawn("client", [] {
    auto socket = net::connect(
        {.port = 2000, .host = "example.test", .lookup = [](String, net::LookupOptions, net::LookupCallback callback) {
           callback(nullptr, Array<net::LookupAddress>{{"127.0.0.1", 4}, {"127.0.0.2", 4}});
         }});
    socket->on(event::connectionAttemptFailed,
               [](String address, int, int, Error error) { print(address + " " + error->code); });
    socket->on(event::connect, [=] {
      print("connected to " + socket->remoteAddress());
      socket->end();
    });
  });
  world.settle(1000);
  CHECK(program.standardOutput() == "127.0.0.1 ECONNREFUSED\nconnected to 127.0.0.2\n");
}

TEST_CASE("closed in every callback: nothing of it is left") {
  NothingLeft nothing;
  for (int at = 0; at < 6; ++at) {
    World world;
    auto peer = world.listen(3000);
    Program& program = world.spawn("closes", [at] {
      auto socket = net::connect(3000, "127.0.0.1");
      auto here = [=](int place) {
        if (place == at) socket->destroy();
      };
      socket->on(event::connectionAttempt, [=] { here(0); });
      socket->on(event::connect, [=] {
        here(1);
        socket->write("x", [=] { here(2); });
      });
      socket->on(event::ready, [=] { here(3); });
      socket->on(event::data, [=] { here(4); });
      socket->on(event::end, [=] { here(5); });
    });
    world.settle();
    for (RawConnection connection : peer.connections()) {
      connection.send(std::string(100000, 'x'));
      connection.end();
    }
    world.settle(1000);
    CHECK(program.standardError() == "");
  }
}

TEST_CASE("a program that ends with open sockets and servers frees them") {
  NothingLeft nothing;
  World world;
  Program& program = world.spawn("ends", [] {
    let<net::Server> server;
    server = net::createServer([=](net::Socket socket) {
               socket->on(event::data, [=] { socket->write("x"); });
               socket->setTimeout(100000);
               server->ref();
             })->listen(2000);
    setTimeout([] { process::exit(0); }, 100);
  });
  world.settle();
  auto client = world.connect(2000);
  client.send("x");
  world.settle(1000);
  CHECK_FALSE(program.running());
  CHECK(client.received() == "x");
}

TEST_CASE("a server and a client that are closed free what their listeners hold, a while later") {
  NothingLeft nothing;
  World world;
  static int freed;
  freed = 0;
  struct Counter {
    Counter() = default;
    Counter(const Counter&) = default;
    ~Counter() { ++freed; }
  };
  Program& program = world.spawn("circles", [] {
    auto counter = std::make_shared<Counter>();
    auto server = net::createServer();
    server->on(event::connection, [=](net::Socket socket) {
      socket->end();
      server->close();
      static_cast<void>(counter);
    });
    server->listen(2000, [=] {
      auto client = net::connect(2000);
      client->on(event::data, [=] {
        client->destroy();
        static_cast<void>(counter);
      });
    });
    setTimeout([] {}, 200000);
  });
  std::size_t before = net::detail::liveSockets();
  world.runFor(1000);
  CHECK(program.running());
  world.runFor(100000);
  CHECK(program.running());
  CHECK(net::detail::liveSockets() == before);
  CHECK(freed == 1);
}

TEST_CASE("subnets of which one is refused: none is added") {
  auto list = make<net::BlockList>();
  for (const char* refused : {"10.0.0.0/33", "10.0.0/8", "10.0.0.0", "10.0.0.0/x", "::1/129"})
    CHECK_THROWS_AS(list->addCIDRs({"11.0.0.0/8", refused}), Error);
  CHECK(list->size() == 0);
  list->addCIDRs({"11.0.0.0/8", "10.0.0.0/32"});
  CHECK(list->size() == 2);
}

TEST_CASE("a socket that is destroyed while it connects sends nothing of that on its next connection") {
  NothingLeft nothing;
  World world;
  auto peer = world.listen(3000);
  Program& program = world.spawn("connects twice", [] {
    auto socket = net::connect(3000, "127.0.0.1");
    socket->on(event::error, [](Error error) { print("error " + error->code); });
    socket->end("old", [](Error error) { print("old: " + error->code); });
    socket->destroy();
    socket->once(event::close, [=] {
      socket->connect(3000, "127.0.0.1", [=] {
        socket->write("new", [](Error error) { print(error ? error->code : String("written")); });
        setTimeout([=] { socket->end("."); }, 10);
      });
    });
  });
  world.settle(1000);
  REQUIRE(!peer.connections().empty());
  CHECK(peer.connections().back().received() == "new.");
  CHECK(program.standardOutput() == "old: ERR_SOCKET_CLOSED_BEFORE_CONNECTION\nwritten\n");
  CHECK(program.standardError() == "");
}

TEST_CASE("a look-up that answers after its socket was connected again is not heard") {
  NothingLeft nothing;
  World world;
  auto first = world.listen(3000, "127.0.0.1");
  auto second = world.listen(3000, "127.0.0.2");
  Program& program = world.spawn("looks up", [] {
    auto slow = [](const char* address, double time) {
      return [=](String, net::LookupOptions, net::LookupCallback callback) {
        setTimeout([=] { callback(nullptr, Array<net::LookupAddress>{{address, 4}}); }, time);
      };
    };
    auto socket = net::connect({.port = 3000, .host = "first.test", .lookup = slow("127.0.0.1", 20)});
    socket->on(event::error, [](Error error) { print("error " + error->code); });
    socket->on(event::connect, [=] { print("connected to " + socket->remoteAddress()); });
    socket->once(event::close,
                 [=] { socket->connect({.port = 3000, .host = "second.test", .lookup = slow("127.0.0.2", 50)}); });
    socket->destroy();
  });
  world.settle(1000);
  CHECK(program.standardOutput() == "connected to 127.0.0.2\n");
  CHECK(first.connections().empty());
  CHECK(second.connections().size() == 1);
}

TEST_CASE("a bound socket holds its address until it listens, connects or is closed") {
  NothingLeft nothing;
  World world;
  Program& program = world.spawn("bound", [] {
    auto bound = make<net::BoundSocket>({.host = "127.0.0.1", .port = 2000});
    print(str(bound->address().port));
    CHECK_THROWS_AS(make<net::BoundSocket>({.host = "127.0.0.1", .port = 2000}), Error);
    CHECK_THROWS_AS(make<net::BoundSocket>({.host = "localhost"}), Error);
    auto refused = net::connect(2000, "127.0.0.1");
    refused->on(event::error, [=](Error error) {
      print(error->code);
      auto server = net::createServer([](net::Socket socket) {
        print("from " + socket->remotePort().toString());
        socket->end("hello");
      });
      server->listen(bound, [=] {
        CHECK_THROWS_AS(bound->address(), Error);
        auto source = make<net::BoundSocket>({.host = "127.0.0.1", .port = 2001});
        auto client = make<net::Socket>({.handle = source, .typeOfService = 16});
        CHECK(client->address().port == 2001);
        CHECK_THROWS_AS(source->close(), Error);
        client->connect(2000, "127.0.0.1", [=] { print("tos " + str(client->getTypeOfService())); });
        client->on(event::data, [](Buffer data) { print(data.toString()); });
        client->on(event::close, [=] {
          // The address is free again, also that of a bound socket that nobody uses.
          make<net::BoundSocket>({.host = "127.0.0.1", .port = 2001});
          make<net::BoundSocket>({.host = "127.0.0.1", .port = 2001})->close();
          make<net::Socket>({.handle = make<net::BoundSocket>({.host = "127.0.0.1", .port = 2001})})->destroy();
          auto last = make<net::BoundSocket>({.host = "127.0.0.1", .port = 2001});
          server->close();
        });
      });
    });
  });
  world.run();
  CHECK(program.standardOutput() == "2000\nECONNREFUSED\nfrom 2001\ntos 16\nhello\n");
}

TEST_CASE("a server that listens on another one gets its connections, and the last to close frees the handle") {
  for (bool firstClosesFirst : {false, true}) {
    NothingLeft nothing;
    World world;
    Program& program = world.spawn("servers", [=] {
      auto first = net::createServer([](net::Socket socket) { socket->end("first"); });
      auto second = net::createServer([](net::Socket socket) { socket->end("second"); });
      CHECK_THROWS_AS(second->listen(first), Error);
      first->listen(2000, "127.0.0.1", [=] {
        second->listen(SendHandle(first), 10, [=] {
          print(process::getActiveResourcesInfo().join(" "));
          CHECK(second->address().port == 2000);
          net::connect(2000, "127.0.0.1", [] {})->on(event::data, [=](Buffer data) {
            print(data.toString());
            auto one = firstClosesFirst ? first : second, other = firstClosesFirst ? second : first;
            one->close([=](Error error) {
              print("closed" + (error ? error->message : String()));
              CHECK(other->listening());
              CHECK_FALSE(other->address());
              net::connect(2000, "127.0.0.1")->on(event::error, [=](Error refused) {
                print(refused->code);
                other->ref();
                other->close([](Error again) { print("closed" + (again ? again->message : String())); });
              });
            });
          });
        });
      });
    });
    world.run();
    CHECK(program.standardOutput() == "TCPServerWrap\nsecond\nclosed\nECONNREFUSED\nclosed\n");
  }
}

TEST_CASE("the names of what is active: operations before handles, timers and immediates last") {
  World world;
  Program& program = world.spawn("names", [] {
    auto names = [] { return process::getActiveResourcesInfo().join(" "); };
    print(names());
    setTimeout([=] { print("in a timer: " + names()); }, 10);
    auto unreferenced = setTimeout([] {}, 5);
    unreferenced->unref();
    setImmediate([] {});
    auto server = net::createServer([](net::Socket socket) { socket->resume(); });
    server->listen(2000, "127.0.0.1", [=] {
      auto client = net::connect(2000, "127.0.0.1");
      setTimeout([=] { print(names()); }, 0);
      client->on(event::connect, [=] {
        client->unref();
        setTimeout(
            [=] {
              print(names());
              client->destroy();
              server->close();
              print(names());
              setImmediate([=] { print(names()); });
            },
            1);
      });
    });
    print(names());
  });
  world.run();
  CHECK(program.standardOutput() ==
        "\nTimeout Immediate\n"
        "TCPServerWrap TCPSocketWrap Timeout Timeout Timeout\n"
        "TCPServerWrap TCPSocketWrap Timeout Timeout\n"
        // What was closed is named until the close phase.
        "TCPServerWrap TCPSocketWrap Timeout Timeout\n"
        "TCPServerWrap TCPSocketWrap Timeout\n"
        "in a timer: Timeout\n");
}
