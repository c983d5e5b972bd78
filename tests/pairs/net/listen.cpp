#include <vector>

#include "scenes.h"
static net::Server closing(net::Server server) { return server->on(event::listening, [=] {
  auto [address, family, port] = server->address();
  say("server", address, family, port > 0, server->listening());
  server->close();
}); }
using Form = Function<net::Server(net::Server)>;

int main(int argc, char** argv) { return run(argc, argv, [] {
std::vector<std::pair<String, Form>> forms = {
  {"listen(0)", [](net::Server s) { return s->listen(0); }},
  {"listen(\"0\")", [](net::Server s) { return s->listen("0"); }},
  {"listen()", [](net::Server s) { return s->listen(); }},
  {"listen(cb)", [](net::Server s) { return s->listen([] { say("server", "callback"); }); }},
  {"listen(0, cb)", [](net::Server s) { return s->listen(0, [] { say("server", "callback"); }); }},
  {"listen(0, host)", [](net::Server s) { return s->listen(0, "127.0.0.1"); }},
  {"listen(0, host, cb)", [](net::Server s) { return s->listen(0, "127.0.0.1", [] { say("server", "callback"); }); }},
  {"listen(0, host, backlog, cb)", [](net::Server s) { return s->listen(0, "127.0.0.1", 10, [] { say("server", "callback"); }); }},
  {"listen(0, backlog, cb)", [](net::Server s) { return s->listen(0, 10, [] { say("server", "callback"); }); }},
  {"listen(0, backlog)", [](net::Server s) { return s->listen(0, 10); }},
  {"listen(0, \"localhost\")", [](net::Server s) { return s->listen(0, "localhost"); }},
  {"listen(0, \"::1\")", [](net::Server s) { return s->listen(0, "::1"); }},
  {"listen({port})", [](net::Server s) { return s->listen({.port = 0}); }},
  {"listen({port: string})", [](net::Server s) { return s->listen({.port = "0"}); }},
  {"listen({backlog, host, port}, cb)", [](net::Server s) { return s->listen({.backlog = 5, .host = "127.0.0.1", .port = 0}, [] { say("server", "callback"); }); }},
  {"listen({host: \"::\", ipv6Only})", [](net::Server s) { return s->listen({.host = "::", .ipv6Only = true, .port = 0}); }},
  {"listen({ipv6Only})", [](net::Server s) { return s->listen({.ipv6Only = true, .port = 0}); }},
  {"listen({reusePort})", [](net::Server s) { return s->listen({.host = "127.0.0.1", .reusePort = true, .port = 0}); }},
  {"listen({exclusive})", [](net::Server s) { return s->listen({.exclusive = true, .host = "127.0.0.1", .port = 0}); }},
};
for (auto& [name, listen] : forms) {
  scene(name, [listen] {
    auto server = closing(watchServer(net::createServer(), "server"));
    say("server", listen(server) == server, server->listening(), bool(server->address()));
  });
}
for (double port : {-1.0, 65536.0, 1e9, 1.5, double(NAN)}) {
  scene("a bad port: " + str(port), [=] {
    try { net::createServer()->listen(port); } catch (Error& error) { console::log(message(error)); }
    try { net::createServer()->listen({.port = port}); } catch (Error& error) { console::log(message(error)); }
  });
}
for (String port : {"65536", "70000"}) {
  scene("a bad port: " + port, [=] {
    try { net::createServer()->listen(port); } catch (Error& error) { console::log(message(error)); }
    try { net::createServer()->listen({.port = port}); } catch (Error& error) { console::log(message(error)); }
  });
}
scene("nothing to listen on", [] {
  try { net::createServer()->listen(net::ListenOptions{}); } catch (Error& error) { console::log(message(error)); }
});
scene("listen twice", [] {
  auto server = closing(watchServer(net::createServer(), "server"));
  server->listen(0);
  try { server->listen(0); } catch (Error& error) { say("server", message(error)); }
});
scene("listen again after close", [] {
  auto server = net::createServer();
  server->listen(0, [=] {
    server->close([=](Error error) {
      console::log("closed", message(error), server->listening(), nullptr);
      server->listen(0, "127.0.0.1", [=] {
        console::log(server->address().address);
        server->close([=] { console::log("closed again"); });
      });
    });
  });
});
setTimeout(play, 0);
}); }
