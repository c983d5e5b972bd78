// The echo server that Autobahn's cases are run against; server.js is the same on npm's ws.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/ws.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto wss = make<ws::WebSocketServer>({.host = "127.0.0.1", .perMessageDeflate = true, .port = process::env["PORT"]});
  wss->on(event::listening, [=] { console::log(wss->address().port); });
  wss->on(event::connection, [](auto socket) {
    socket->on(event::message, [=](auto data, auto isBinary) { socket->send(data, {.binary = isBinary}); });
    socket->on(event::error, [] {});
  });
}); }
