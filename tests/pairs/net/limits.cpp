#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
scene("maxConnections", [] {
  auto server = watchServer(net::createServer([](auto s) { s->on(event::data, [=] { s->end("served"); }); }), "server");
  server->maxConnections = 1;
  server->on(event::drop, [=](net::DropArgument data) {
    say("server", "drop", data.localAddress, data.localPort == server->address().port, data.localFamily, data.remoteAddress, data.remotePort > 0, data.remoteFamily);
    server->getConnections([](Error, int count) { say("server", count); });
  });
  server->listen(0, "127.0.0.1", [=] {
    auto one = collect(watch(net::connect(server->address().port, "127.0.0.1"), "one"), "one");
    one->on(event::connect, [=] {
      auto two = watch(net::connect(server->address().port, "127.0.0.1"), "two");
      two->resume();
      two->on(event::close, [=] {
        one->on(event::close, [=] {
          auto three = collect(watch(net::connect(server->address().port, "127.0.0.1"), "three"), "three");
          three->write("x");
          three->on(event::close, [=] { server->close(); });
        });
        one->write("x");
      });
    });
  });
});
scene("maxConnections 0", [] {
  auto server = watchServer(net::createServer([](auto) { say("server", "never"); }), "server");
  server->maxConnections = 0;
  server->on(event::drop, [=] { say("server", "drop"); server->close(); });
  server->listen(0, "127.0.0.1", [=] { watch(net::connect(server->address().port, "127.0.0.1"), "client")->resume(); });
});
scene("many at once", [] {
  let<int> served = 0;
  let<net::Server> server; server = watchServer(net::createServer([=](auto s) { s->end("x"); if (++served == 50) server->close(); }), "server");
  server->listen(0, "127.0.0.1", [=] {
    let<int> closed = 0;
    let<int> bytes = 0;
    for (int i = 0; i < 50; i++) {
      auto c = net::connect(server->address().port, "127.0.0.1");
      c->on(event::data, [=](auto chunk) { bytes += chunk.length(); });
      c->on(event::close, [=] { if (++closed == 50) say("clients", bytes.value(), served.value()); });
    }
  });
});
setTimeout(play, 0);
}); }
