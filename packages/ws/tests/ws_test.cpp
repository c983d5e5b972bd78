// Topics, slow receivers, and peers that send as they should not, on the simulated network.
#include <doctest/doctest.h>
#include <nodecpp/blob.h>
#include <nodecpp/net.h>
#include <nodecpp/timers.h>
#include <nodecpp/ws.h>

#include "support/sim_loop.h"

using namespace nodecpp;
using ws::WebSocket, ws::WebSocketServer;

namespace {

constexpr char upgrade[] =
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
    "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

// Starts a server, connects `count` clients to it, and calls `opened` when all connections are there.
void connected(ws::ServerOptions options, int count, Function<void(WebSocketServer, Array<WebSocket>)> opened) {
  options.port = 4000;
  auto server = make<WebSocketServer>(options);
  server->on(event::listening, [=] {
    let<Array<WebSocket>> clients = Array<WebSocket>();
    let<int> open = 0;
    for (int i = 0; i < count; ++i) {
      auto client = make<WebSocket>("ws://127.0.0.1:4000/" + str(i));
      clients->push(client);
      client->on(event::open, [=] {
        if (++open == count) setTimeout([=] { opened(server, clients); }, 5);
      });
      client->on(event::error, [](Error error) { FAIL(std::string(error->message.data(), error->message.size())); });
    }
  });
}

// Closes all after some time of the simulated clock.
void closeLater(const WebSocketServer& server) {
  setTimeout([=] {
    for (auto client : server->clients) client->terminate();
    server->close();
  }, 100);
}

// Sends an upgrade request, and then lets `send` write what it likes.
void attack(Function<void(net::Socket)> send) {
  auto socket = net::connect(4000, "127.0.0.1");
  socket->once(event::data, [=] { send(socket); });
  socket->on(event::error, [] {});
  socket->write(upgrade);
}

}  // namespace

TEST_CASE("a topic's messages go to those that have subscribed") {
  std::string told;
  tests::program([&] {
    connected({}, 3, [&](WebSocketServer server, Array<WebSocket> clients) {
      for (int i = 0; i < 3; ++i)
        clients[i]->on(event::message, [&told, i](Buffer data, bool isBinary) {
          told += std::to_string(i) + (isBinary ? " bytes " : " text ") + std::string(data.bytes(), data.size()) + "\n";
        });
      Array<WebSocket> served;
      for (auto socket : server->clients) served.push(socket);
      served[0]->subscribe("news");
      served[0]->subscribe("news");
      served[1]->subscribe("news");
      served[1]->subscribe("weather");
      CHECK(served[1]->isSubscribed("weather"));
      CHECK(!served[2]->isSubscribed("news"));
      CHECK(server->numSubscribers("news") == 2);
      CHECK(server->publish("news", "hello") == 2);
      CHECK(served[0]->publish("news", Buffer::from({65})) == 1);
      CHECK(server->publish("sports", "nobody") == 0);
      served[1]->unsubscribe("news");
      served[1]->unsubscribe("news");
      CHECK(server->publish("news", "one left") == 1);
      // A message that is sent in parts is not interrupted.
      served[0]->send("be", {.fin = false});
      CHECK(server->publish("news", "behind") == 1);
      served[0]->send("fore");
      setTimeout([=] { served[0]->terminate(); }, 20);
      setTimeout([=] { CHECK(server->numSubscribers("news") == 0); }, 50);
      closeLater(server);
    });
  });
  std::string first, second;
  for (std::size_t at = 0; at < told.size(); at = told.find('\n', at) + 1)
    (told[at] == '0' ? first : second) += told.substr(at + 1, told.find('\n', at) - at - 1);
  CHECK(first == " text hello text one left text before text behind");
  CHECK(second == " text hello bytes A");
}

TEST_CASE("a receiver that does not read is left out, or closed") {
  for (const char* policy : {"drop", "close"}) {
    int published = 0, closed = 0;
    tests::program([&] {
      connected({.maxBackpressure = 100000, .slowReceivers = policy}, 2, [&](WebSocketServer server, Array<WebSocket> clients) {
        for (auto socket : server->clients) {
          socket->subscribe("news");
          socket->on(event::close, [&] { ++closed; });
        }
        clients[0]->pause();
        const String message = str("x").repeat(20000);
        auto timer = setInterval([=, &published] { published += int(server->publish("news", message)); }, 1);
        setTimeout([=] { clearInterval(timer); }, 200);
        setTimeout([=, &closed] {
          CHECK(closed == (String(policy) == "close" ? 1 : 0));
          for (auto socket : server->clients) CHECK(socket->bufferedAmount() < 130000);
        }, 250);
        setTimeout([=] { closeLater(server); }, 300);
      });
    });
    CHECK(published > 150);
    CHECK(published < 300);
  }
  CHECK_THROWS(tests::program([] { make<WebSocketServer>(ws::ServerOptions{.port = 1, .slowReceivers = "wait"}); }));
}

TEST_CASE("a message in very many parts is put together") {
  std::size_t size = 0;
  tests::program([&] {
    auto server = make<WebSocketServer>(ws::ServerOptions{.port = 4000});
    server->on(event::connection, [&, server](WebSocket socket) {
      socket->on(event::message, [&, server](Buffer data) {
        size = data.size();
        closeLater(server);
      });
    });
    server->on(event::listening, [] {
      attack([](net::Socket socket) {
        const Buffer part = Buffer::from({0x00, 0x81, 0, 0, 0, 0, 1}), nothing = Buffer::from({0x00, 0x80, 0, 0, 0, 0});
        socket->write(Buffer::from({0x02, 0x81, 0, 0, 0, 0, 1}));
        Array<Buffer> parts;
        for (int i = 0; i < 1000; ++i) parts.push(i % 2 ? part : nothing);
        for (int i = 0; i < 200; ++i) socket->write(Buffer::concat(parts));
        socket->write(Buffer::from({0x80, 0x80, 0, 0, 0, 0}));
      });
    });
  });
  CHECK(size == 100001);
}

TEST_CASE("a message that is too long ends one connection only") {
  std::string told;
  int messages = 0;
  tests::program([&] {
    connected({.maxPayload = 1000}, 1, [&](WebSocketServer server, Array<WebSocket> clients) {
      server->on(event::connection, [&](WebSocket socket) {
        socket->on(event::error, [&](Error error) { told += std::string(error->code.data(), error->code.size()) + " "; });
        socket->on(event::close, [&](int code) { told += std::to_string(code) + "\n"; });
      });
      for (auto socket : server->clients) socket->on(event::message, [&] { ++messages; });
      // The head promises a gigabyte. Nothing of it is waited for.
      attack([](net::Socket socket) { socket->write(Buffer::from({0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4})); });
      clients[0]->send("still there");
      closeLater(server);
    });
  });
  CHECK(told == "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH 1006\n");
  CHECK(messages == 1);
}

TEST_CASE("a client of a server that has closed gets the system's error") {
  std::string told;
  tests::program([&] {
    auto server = make<WebSocketServer>(ws::ServerOptions{.port = 4000});
    server->on(event::listening, [&, server] {
      server->close();
      auto client = make<WebSocket>("ws://127.0.0.1:4000");
      client->on(event::error, [&](Error error) { told += std::string(error->code.data(), error->code.size()) + " "; });
      client->on(event::close, [&](int code) { told += std::to_string(code); });
    });
  });
  CHECK(told == "ECONNREFUSED 1006");
}

TEST_CASE("a Blob keeps its place among the messages, and fails when the connection ends while it is read") {
  std::string told, failed;
  tests::program([&] {
    connected({}, 1, [&](WebSocketServer server, Array<WebSocket> clients) {
      WebSocket client = clients[0];
      for (auto socket : server->clients)
        socket->on(event::message, [&](Buffer data) { told += std::string(data.bytes(), data.size()) + " "; });
      client->send("first");
      client->send(make<Blob>({"blob"}));
      client->send("second");
      client->send(make<Blob>({"another"}));
      client->send("third", [&, client](Error) {
        auto fails = [&](Error error) { failed += error ? "failed " : "sent "; };
        client->send(make<Blob>({"lost"}), fails);
        client->send("lost, too", fails);
        client->terminate();
      });
      closeLater(server);
    });
  });
  CHECK(told == "first blob second another third ");
  CHECK(failed == "failed failed ");
}
