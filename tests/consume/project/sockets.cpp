// A program that uses a package.
#include <nodecpp/console.h>
#include <nodecpp/ws.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<ws::WebSocketServer> wss;
  wss = make<ws::WebSocketServer>(ws::ServerOptions{.host = "127.0.0.1", .port = 0}, [=] {
    auto socket = make<ws::WebSocket>("ws://127.0.0.1:" + str(wss->address().port));
    socket->on(event::message, [=](auto data) {
      console::log(data.toString());
      socket->close();
      wss->close();
    });
  });
  wss->on(event::connection, [](auto socket) { socket->send("hello"); });
}); }
