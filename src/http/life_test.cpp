// Tests the lives of servers, connections and requests when a program removes listeners, drops handles or aborts: no
// freed memory is used, which AddressSanitizer checks, and nothing stays allocated.
#include <doctest/doctest.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <memory>
#include <string>

#include "net/internals.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::sim;
using PeerState = RawConnection::PeerState;

namespace {

const char* const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

// A simulated world that checks that no socket is left at its end.
struct Scene {
  std::size_t before = net::detail::liveSockets();
  std::unique_ptr<World> world = std::make_unique<World>();
  ~Scene() {
    world.reset();
    CHECK(net::detail::liveSockets() == before);
  }
  Program& start(Function<void()> f) {
    Program& made = world->spawn("program", std::move(f));
    world->settle();
    return made;
  }
};

}  // namespace

TEST_CASE("a server that was left by its cluster worker, and is freed, looks at its connections no more") {
  Scene scene;
  let<bool> gone;
  Program& program = scene.start([=] {
    auto server = http::createServer({.connectionsCheckingInterval = 1000}, [](auto, auto response) { response->end("x"); });
    server->listen(8080, "127.0.0.1");
    setTimeout([=] { net::detail::ServerInternals::leave(*server, [=](Error) { gone = true; }); }, 1500);
    setTimeout([] {}, 200000);
  });
  auto client = scene.world->connect(8080);
  client.send(get);
  scene.world->runFor(1400);
  CHECK(client.received().ends_with("x"));
  scene.world->runFor(190000);  // the server's listeners are dropped a minute after `close`
  CHECK(gone);
  CHECK(program.running());
}

TEST_CASE("a server's socket without its listeners: its connection ends with it") {
  for (bool upgraded : {false, true}) {
    CAPTURE(upgraded);
    Scene scene;
    let<http::Server> server;
    let<int> requests;
    Program& program = scene.start([=] {
      server = http::createServer([=](auto, auto) { ++requests; });  // requests are never answered
      server.value()->on(event::connection, [](net::Socket socket) {
        process::nextTick([=] { socket->removeAllListeners(event::close); });
      });
      if (upgraded) server.value()->on(event::upgrade, [](auto, auto socket, auto) { socket->removeAllListeners(event::close); });
      server.value()->listen(8080, "127.0.0.1");
    });
    auto client = scene.world->connect(8080);
    scene.world->settle();
    client.send(get);
    if (upgraded) client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: y\r\n\r\n");
    scene.world->settle();
    CHECK(requests == 1);
    client.reset();
    scene.world->runFor(100000);
    program.inside([&] {
      CHECK(net::detail::liveSockets() == scene.before);
      server.value()->closeAllConnections();
      server.value()->close();
      server = nullptr;
    });
    scene.world->runFor(100000);
    CHECK_FALSE(program.running());
  }
}

TEST_CASE("an agent's socket without its listeners leaves the agent when it closes") {
  for (bool idle : {false, true}) {
    CAPTURE(idle);
    Scene scene;
    let<http::Agent> agent;
    scene.start([] {
      http::createServer({.keepAliveTimeout = 5000}, [](auto request, auto response) {
        if (request->url == "/now")
          response->end("x");
        else
          request->socket->destroy();
      })->listen(8080, "127.0.0.1");
    });
    Program& client = scene.start([=] {
      agent = make<http::Agent>({.keepAlive = true});
      auto request = http::get({.agent = agent.value(), .path = idle ? "/now" : "/never", .port = 8080},
                               [](auto response) { response->resume(); });
      request->on(event::error, [] {});
      request->on(event::socket, [](net::Socket socket) {
        process::nextTick([=] {
          for (const char* name : {"close", "timeout", "agentRemove"}) socket->removeAllListeners(name);
        });
      });
      setTimeout([] {}, 500000);
    });
    scene.world->runFor(500);
    if (idle) {
      client.inside([&] { CHECK(agent.value()->freeSockets["localhost:8080:"].size() == 1); });
    }
    scene.world->runFor(100000);
    client.inside([&] {
      CHECK(agent.value()->totalSocketCount == 0);
      CHECK(agent.value()->sockets.keys().empty());
      CHECK(agent.value()->freeSockets.keys().empty());
      agent.value()->destroy();
      agent = nullptr;
    });
    scene.world->runFor(100000);
    client.inside([&] { CHECK(net::detail::liveSockets() == scene.before); });
  }
}

TEST_CASE("a signal forgets a request that failed to begin, or to get a connection") {
  Scene scene;
  let<int> errors;
  scene.start([=] {
    auto controller = make<AbortController>();
    auto signal = controller->signal();
    // `expect` makes the request send its head at once, and the invalid header makes that throw.
    CHECK_THROWS(http::request({.headers = http::Headers(Array<String>{"not a token", "x"}), .port = 8080, .signal = signal}));
    auto refused = http::request({.createConnection = [](const auto&, const auto& callback) {
                                    callback(Error("refused"), nullptr);
                                    return net::Socket();
                                  },
                                  .signal = signal});
    refused->on(event::error, [=] { ++errors; });
    auto thrown = http::request({.createConnection = [](const auto&, const auto&) -> net::Socket { throw Error("thrown"); },
                                 .signal = signal});
    thrown->on(event::error, [=] { ++errors; });
    refused = nullptr;
    thrown = nullptr;
    setTimeout([=] { controller->abort(); }, 100000);
  });
  scene.world->runFor(200000);
  CHECK(errors == 2);
}

TEST_CASE("a request whose connection never connects goes with the program") {
  for (bool viaAgent : {false, true}) {
    CAPTURE(viaAgent);
    Scene scene;
    scene.start([=] {
      http::CreateConnection never = [](const auto&, const auto&) { return make<net::Socket>(); };
      auto agent = make<http::Agent>();
      agent->createConnection = never;
      auto request = viaAgent ? http::get({.agent = agent, .port = 8080}) : http::get({.createConnection = never, .port = 8080});
      request->on(event::close, [=] { static_cast<void>(request->destroyed()); });
      // A request that is destroyed emits `close` at once.
      auto other = http::get({.createConnection = never, .port = 8080});
      other->on(event::error, [] {});
      setTimeout([=] { other->destroy(); }, 1);
    });
    scene.world->runFor(1000);
  }
}

TEST_CASE("Headers: what a subscript gives is safe in every expression") {
  http::Headers headers{{"b", "value"}};
  headers["a"] = headers["b"];
  headers["c"] = headers["missing"];
  CHECK(headers["a"] == "value");
  CHECK(headers["missing"].isUndefined());
  CHECK(headers.entries().size() == 3);
  for (const auto& [name, value] : headers.entries()) headers["x-" + name] = value;
  CHECK(headers.entries().size() == 6);
  CHECK(headers["x-a"].toString() == "value");
  auto kept = headers["a"];
  kept = "changed";
  CHECK(headers["a"] == "value");
  headers["n"] = 5;
  CHECK("" + headers["n"] == "5");
  const http::Headers& constant = headers;
  CHECK(constant["n"].toNumber() == 5);
  headers["list"] = Array<String>{"x", "y"};
  CHECK(headers["list"].isArray());
}

TEST_CASE("the response's close comes behind the ticks that wait, and in front of what its finish queues and microtasks") {
  // The order must be Node's in every combination of the four conditions.
  for (unsigned which = 0; which < 16; ++which) {
    const bool heard = which & 1, ticks = which & 2, asked = which & 4, later = which & 8;
    CAPTURE(heard);
    CAPTURE(ticks);
    CAPTURE(asked);
    CAPTURE(later);
    Scene scene;
    let<String> order = "";
    auto note = [=](const char* what) { return [=] { order = order.value() + what + " "; }; };
    scene.start([=] {
      http::createServer([=](auto request, auto response) {
        auto answer = [=] {
          response->on(event::close, note("close"));
          if (asked) request->on(event::readable, note("readable"));
          if (heard) {
            response->on(event::finish, [=] {
              note("finish")();
              process::nextTick(note("behind"));
            });
          }
          response->end("x");
          if (ticks) process::nextTick(note("tick"));
          queueMicrotask(note("microtask"));
        };
        if (later)
          setTimeout(answer, 5);
        else
          answer();
      })->listen(8080, "127.0.0.1");
    });
    auto client = scene.world->connect(8080);
    client.send(get);
    scene.world->runFor(10);
    std::string expected;
    if (heard) expected += "finish ";
    if (ticks) expected += "tick ";
    if (asked && !later) expected += "readable ";
    expected += "close ";
    if (heard) expected += "behind ";
    CHECK(order.value() == expected + "microtask ");
  }
}
