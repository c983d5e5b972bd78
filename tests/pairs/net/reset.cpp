#include "scenes.h"
static void pair(String name, Function<void(net::Socket)> accepted, Function<void(net::Socket)> connected, net::ServerOptions options = {}) { scene(name, [=] {
  let<net::Server> server; server = net::createServer(options, [=](auto socket) { server->close(); accepted(watch(socket, "accepted")); })->listen(0, "127.0.0.1", [=] {
    connected(watch(net::connect(server->address().port, "127.0.0.1"), "client"));
  });
}); }
int main(int argc, char** argv) { return run(argc, argv, [] {
pair("reset by the client", [](net::Socket s) { collect(s, "accepted"); }, [](net::Socket c) { c->on(event::connect, [=] { say("client", c->resetAndDestroy() == c, c->destroyed()); }); });
pair("reset while connecting", [](net::Socket s) { collect(s, "accepted"); }, [](net::Socket c) { say("client", c->resetAndDestroy() == c, c->destroyed()); });
pair("reset by the server", [](net::Socket s) { s->resetAndDestroy(); }, [](net::Socket c) { collect(c, "client"); });
pair("reset after data", [](net::Socket s) { s->on(event::data, [=] { s->resetAndDestroy(); }); }, [](net::Socket c) { collect(c, "client")->write("x"); });
pair("reset with data unread", [](net::Socket s) { s->pause(); setTimeout([=] { s->destroy(); }, 20); }, [](net::Socket c) { collect(c, "client")->write("unread"); });
pair("a write to one that was reset", [](net::Socket s) { s->on(event::data, [=] { s->resetAndDestroy(); }); }, [](net::Socket c) {
  c->pause();
  c->write("x");
  setTimeout([=] { c->write("y"); }, 20);
});
scene("reset when closed", [] {
  auto c = watch(make<net::Socket>(), "client");
  say("client", c->resetAndDestroy() == c, c->destroyed());
});
pair("reset twice", [](net::Socket s) { collect(s, "accepted"); }, [](net::Socket c) { c->on(event::connect, [=] { c->resetAndDestroy(); c->resetAndDestroy(); }); });
setTimeout(play, 0);
}); }
