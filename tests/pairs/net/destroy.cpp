#include "scenes.h"
static void pair(String name, Function<void(net::Socket)> accepted, Function<void(net::Socket)> connected, net::ServerOptions options = {}) { scene(name, [=] {
  let<net::Server> server; server = net::createServer(options, [=](auto socket) { server->close(); accepted(watch(socket, "accepted")); })->listen(0, "127.0.0.1", [=] {
    connected(watch(net::connect(server->address().port, "127.0.0.1"), "client"));
  });
}); }
static auto sink = [](net::Socket socket) { socket->resume(); };
static String state(net::Socket c) { return format("{} {} {} {} {} {} {}", c->readyState(), c->destroyed(), c->closed(), c->readable(), c->writable(), c->connecting(), c->pending()); }

int main(int argc, char** argv) { return run(argc, argv, [] {
for (Error error : {Error(), Error("enough")}) {
  String kind = error ? " with an error" : "";
  scene("before connecting" + kind, [=] {
    auto c = watch(make<net::Socket>(), "client");
    c->destroy(error);
    say("client", state(c));
  });
  pair("while connecting" + kind, sink, [=](net::Socket c) { say("client", state(c)); say("client", c->destroy(error) == c, state(c)); hold(); setTimeout(release, 20); });
  pair("in connect" + kind, sink, [=](net::Socket c) { c->on(event::connect, [=] { c->destroy(error); say("client", state(c)); }); });
  pair("in ready" + kind, sink, [=](net::Socket c) { c->on(event::ready, [=] { c->destroy(error); say("client", state(c)); }); });
  pair("in data" + kind, [](net::Socket s) { s->end("data"); }, [=](net::Socket c) { c->on(event::data, [=] { c->destroy(error); say("client", state(c)); }); });
  pair("in end" + kind, [](net::Socket s) { s->end("data"); }, [=](net::Socket c) { c->resume()->on(event::end, [=] { c->destroy(error); say("client", state(c)); }); });
  pair("after end()" + kind, sink, [=](net::Socket c) { c->on(event::connect, [=] { c->end("x"); c->destroy(error); say("client", state(c)); }); });
  pair("in finish" + kind, sink, [=](net::Socket c) { c->end("x"); c->on(event::finish, [=] { c->destroy(error); say("client", state(c)); }); });
  pair("in close" + kind, sink, [=](net::Socket c) { c->end("x"); c->on(event::close, [=] { c->destroy(error); say("client", state(c)); }); });
  pair("twice" + kind, sink, [=](net::Socket c) { c->on(event::connect, [=] { c->destroy(); c->destroy(error); say("client", state(c)); }); });
  pair("the accepted one" + kind, [=](net::Socket s) { s->destroy(error); say("accepted", state(s)); }, sink);
  pair("the accepted one after a write" + kind, [=](net::Socket s) { s->write("last words", [](Error e) { say("accepted", message(e)); }); s->destroy(error); }, [](net::Socket c) { collect(c, "client"); });
}
pair("destroySoon", sink, [](net::Socket c) { c->write("x", [](Error e) { say("client", message(e)); }); c->destroySoon(); say("client", state(c)); });
pair("destroySoon when connected", sink, [](net::Socket c) { c->on(event::connect, [=] { c->write("x"); c->destroySoon(); say("client", state(c)); }); });
pair("destroySoon after end()", sink, [](net::Socket c) { c->on(event::connect, [=] { c->end("x"); c->destroySoon(); say("client", state(c)); }); });
pair("destroySoon in finish", sink, [](net::Socket c) { c->end("x"); c->on(event::finish, [=] { c->destroySoon(); say("client", state(c)); }); });
setTimeout(play, 0);
}); }
