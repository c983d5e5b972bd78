#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
scene("close before listen", [] {
  auto server = watchServer(net::createServer(), "server");
  server->close([=](Error error) { say("server", "callback", message(error)); });
  say("server", "after", server->listening());
});
scene("close in the same turn as listen", [] {
  auto server = watchServer(net::createServer(), "server");
  server->listen(0);
  server->close([=](Error error) { say("server", "callback", message(error)); });
});
scene("close while the name is looked up", [] {
  auto server = watchServer(net::createServer(), "server");
  server->listen(0, "127.0.0.1");
  server->close([=](Error error) { say("server", "callback", message(error)); });
});
scene("close after listening", [] {
  auto server = watchServer(net::createServer(), "server");
  server->listen(0, [=] {
    say("server", server->close([=](Error error) { say("server", "callback", message(error)); }) == server);
    say("server", "after", server->listening(), !server->address());
  });
});
scene("close twice", [] {
  auto server = net::createServer();
  server->on(event::close, [] { say("server", "close"); });
  server->listen(0, [=] {
    server->close([=](Error error) { say("server", "first", message(error)); });
    server->close([=](Error error) { say("server", "second", message(error)); });
  });
});
scene("close waits for connections", [] {
  let<net::Server> server; server = watchServer(net::createServer([=](auto socket) {
    watch(socket, "accepted");
    server->close([=](Error error) { say("server", "callback", message(error)); });
    server->getConnections([=](Error error, int count) {
      say("server", "connections", message(error), count);
      socket->end();
    });
  }), "server");
  server->listen(0, "127.0.0.1", [=] { watch(net::connect(server->address().port, "127.0.0.1"), "client")->resume(); });
});
scene("refused after close", [] {
  auto server = net::createServer();
  server->listen(0, "127.0.0.1", [=] {
    auto port = server->address().port;
    server->close([=] { watch(net::connect(port, "127.0.0.1"), "client"); });
  });
});
scene("the counts", [] {
  auto server = watchServer(net::createServer(), "server");
  server->getConnections([=](Error error, int count) { say("server", "before", message(error), count); });
  say("server", "synchronously nothing");
  server->listen(0, "127.0.0.1", [=] {
    auto one = net::connect(server->address().port, "127.0.0.1");
    auto two = net::connect(server->address().port, "127.0.0.1");
    let<int> n = 0;
    server->on(event::connection, [=] {
      if (++n < 2) return;
      server->getConnections([=](Error, int count) {
        say("server", "two", count);
        one->destroy();
        two->destroy();
        server->close();
        setTimeout([=] { server->getConnections([=](Error, int count) { say("server", "then", count); }); }, 20);
      });
    });
    server->on(event::connection, [=](auto socket) { socket->resume(); });
    hold();
    setTimeout(release, 40);
  });
});
setTimeout(play, 0);
}); }
