// right: a socket is destroyed and dropped in its own data event
// > data a chunk that is longer than what a String has room for
// > closed
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<net::Server> server;
  server = net::createServer([=](net::Socket accepted) {
    let<net::Socket> socket = accepted;
    accepted->on(event::data, [=](Buffer chunk) {
      socket->destroy();
      socket = net::Socket();
      server->close();
      server = net::Server();
      console::log("data", chunk.toString());
    });
  });
  server->listen(0, "127.0.0.1", [=] {
    auto client = net::connect({.port = server->address().port, .host = "127.0.0.1"});
    client->on(event::close, [] { console::log("closed"); });
    client->on(event::error, [](Error) {});
    client->write(str("a chunk that is ") + "longer than what a String has room for");
  });
}); }
