#include <vector>

#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
struct Case { String name; Function<net::Server(net::Server)> listen; Function<net::Socket(net::AddressInfo)> connect; };
for (auto& [name, listen, connect] : std::vector<Case>{
  {"IPv4", [](net::Server s) { return s->listen(0, "127.0.0.1"); }, [](net::AddressInfo a) { return net::createConnection(a.port, "127.0.0.1"); }},
  {"IPv6", [](net::Server s) { return s->listen(0, "::1"); }, [](net::AddressInfo a) { return net::createConnection({.port = a.port, .host = "::1"}); }},
  {"both families, IPv4 asked", [](net::Server s) { return s->listen(0); }, [](net::AddressInfo a) { return net::connect({.port = a.port, .host = "127.0.0.1"}); }},
  {"a name", [](net::Server s) { return s->listen(0); }, [](net::AddressInfo a) { return net::connect(a.port, "localhost"); }},
  {"no name", [](net::Server s) { return s->listen(0); }, [](net::AddressInfo a) { return net::connect(a.port); }},
  {"a port as a string", [](net::Server s) { return s->listen(0); }, [](net::AddressInfo a) { return net::connect(str(a.port), "127.0.0.1"); }},
  {"family 4", [](net::Server s) { return s->listen(0); }, [](net::AddressInfo a) { return net::connect({.port = a.port, .host = "localhost", .family = 4}); }},
}) {
  scene(name, [=] {
    let<net::Server> server; server = watchServer(net::createServer([=](auto socket) {
      watch(socket, "accepted");
      say("accepted", socket->remoteAddress(), socket->remoteFamily(), socket->remotePort().toNumber() > 0, socket->localAddress(), socket->localFamily(), socket->localPort().toNumber() > 0, socket->server() == server.value());
      socket->pipe(socket);
      server->close();
    }), "server");
    listen(server);
    server->on(event::listening, [=] {
      auto client = collect(watch(connect(server->address()), "client"), "client");
      say("client", client->connecting(), client->pending(), client->readyState(), client->remoteAddress());
      client->on(event::connect, [=] {
        say("client", client->remoteAddress(), client->remoteFamily(), client->remotePort() == server->address().port, client->localAddress(), client->localFamily(), client->localPort().toNumber() > 0, client->address().family);
        say("client", client->connecting(), client->pending(), client->bytesRead(), client->bytesWritten());
      });
      client->write("hello ");
      client->end("world");
      client->on(event::close, [=] { say("client", client->bytesRead(), client->bytesWritten(), client->remoteAddress(), client->localAddress(), client->readyState()); });
    });
  });
}
scene("connect listener", [] {
  let<net::Server> server; server = net::createServer([=](auto socket) { server->close(); socket->end("bye"); })->listen(0, "127.0.0.1", [=] {
    watch(net::createConnection({.port = server->address().port, .host = "127.0.0.1"}, [] { say("client", "listener"); }), "client")->resume();
  });
});
scene("a socket of our own", [] {
  let<net::Server> server; server = net::createServer([=](auto socket) { server->close(); socket->end("bye"); })->listen(0, "127.0.0.1", [=] {
    auto socket = make<net::Socket>();
    collect(watch(socket, "client"), "client");
    say("client", socket->readyState(), socket->pending(), socket->connecting());
    say("client", socket->connect(server->address().port, "127.0.0.1", [] { say("client", "listener"); }) == socket);
    say("client", socket->readyState(), socket->pending(), socket->connecting());
  });
});
setTimeout(play, 0);
}); }
