#include "scenes.h"
static void told(String name, Function<void(net::Socket, AbortController)> then) { scene(name, [=] {
  auto controller = make<AbortController>();
  let<net::Server> server; server = net::createServer([=](auto s) { s->on(event::error, [] {}); s->resume(); server->close(); })->listen(0, "127.0.0.1", [=] {
    auto c = watch(net::connect({.port = server->address().port, .host = "127.0.0.1", .signal = controller->signal()}), "client");
    c->on(event::error, [=](Error error) { say("client", error->cause.empty() ? String("undefined") : error->cause[0]->name + ": " + error->cause[0]->message); server->close(); });
    then(c, controller);
  });
}); }
int main(int argc, char** argv) { return run(argc, argv, [] {
told("in the same turn", [](auto c, auto a) { a->abort(); say("client", c->destroyed()); });
told("when connected", [](auto c, auto a) { c->on(event::connect, [=] { a->abort(); say("client", c->destroyed()); }); });
told("with a reason", [](auto c, auto a) { c->on(event::connect, [=] { a->abort(Error("my reason")); }); });
told("after the end", [](auto c, auto a) { c->end(); c->on(event::close, [=] { a->abort(); }); });
scene("a socket", [] {
  auto a = make<AbortController>();
  auto c = watch(make<net::Socket>({.signal = a->signal()}), "client");
  a->abort();
  say("client", c->destroyed());
});
scene("a server", [] {
  auto a = make<AbortController>();
  auto server = watchServer(net::createServer(), "server");
  server->listen({.port = 0, .signal = a->signal()}, [=] { a->abort(); say("server", server->listening()); });
});
scene("a server, before listening", [] {
  auto a = make<AbortController>();
  auto server = watchServer(net::createServer(), "server");
  server->listen({.port = 0, .signal = a->signal()});
  a->abort();
});
scene("a server, aborted before", [] {
  auto server = watchServer(net::createServer(), "server");
  server->listen({.port = 0, .signal = AbortSignal::abort()});
  say("server", server->listening());
});
scene("a server, after its close", [] {
  auto a = make<AbortController>();
  auto server = net::createServer();
  server->on(event::close, [] { say("server", "close"); });
  server->listen({.port = 0, .signal = a->signal()}, [=] { server->close([=] { a->abort(); }); });
});
setTimeout(play, 0);
}); }
