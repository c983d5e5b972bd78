// The server of bench/ws.js, on packages/ws; server.js is the same on npm's ws, but for the topic.
#include <nodecpp/process.h>
#include <nodecpp/ws.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bool broadcasts = process::env["KIND"] == "broadcast";
  auto wss = make<ws::WebSocketServer>({.host = "127.0.0.1", .port = process::env["PORT"]});
  wss->on(event::connection, [=](auto socket) {
    if (broadcasts) socket->subscribe("all");
    socket->on(event::message, [=](auto data, auto isBinary) {
      if (!broadcasts) return socket->send(data, {.binary = isBinary});
      wss->publish("all", data, {.binary = isBinary});
    });
  });
}); }
