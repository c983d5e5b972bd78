#include "scenes.h"
static void pair(String name, Function<void(net::Socket)> accepted, Function<void(net::Socket)> connected, net::ServerOptions options = {}) { scene(name, [=] {
  let<net::Server> server; server = net::createServer(options, [=](auto socket) { server->close(); accepted(watch(socket, "accepted")); })->listen(0, "127.0.0.1", [=] {
    connected(watch(net::connect(server->address().port, "127.0.0.1"), "client"));
  });
}); }
static auto quiet = [](net::Socket s) { s->resume(); };

int main(int argc, char** argv) { return run(argc, argv, [] {
auto now = [] { return double(process::hrtime.bigint()) / 1e6; };
pair("it fires, and the socket stays open", quiet, [](net::Socket c) {
  say("client", util::Value(), c->setTimeout(20) == c, c->timeout);
  c->on(event::timeout, [=] { say("client", c->readyState(), c->destroyed()); c->end(); });
});
pair("callback form", quiet, [](net::Socket c) { c->setTimeout(20, [=] { say("client", "callback"); c->end(); }); });
pair("the callback comes once", quiet, [](net::Socket c) {
  let<int> n = 0;
  c->setTimeout(20, [=] { say("client", "callback"); });
  c->on(event::timeout, [=] { if (++n == 1) c->write("traffic starts it again"); else c->end(); });
});
pair("cleared", quiet, [](net::Socket c) { c->setTimeout(10); c->setTimeout(0); say("client", c->timeout); setTimeout([=] { c->end(); }, 30); });
pair("cleared with its callback", quiet, [](net::Socket c) {
  Function<void()> f = [] { say("client", "never"); };
  c->setTimeout(10, f);
  c->setTimeout(0, f);
  say("client", c->listenerCount(event::timeout) - 0);
  setTimeout([=] { c->end(); }, 30);
});
pair("put off by traffic", [](net::Socket s) { s->resume(); auto timer = setInterval([=] { s->write("x"); }, 20); s->on(event::close, [=] { clearInterval(timer); }); }, [](net::Socket c) {
  let<int> bytes = 0;
  c->setTimeout(120, [] { say("client", "too early"); });
  c->on(event::data, [=](auto chunk) { bytes += chunk.length(); });
  setTimeout([=] { c->setTimeout(0); say("client", bytes.value() > 3); c->end(); }, 200);
});
pair("longer after shorter", quiet, [=](net::Socket c) { auto began = now(); c->setTimeout(10); c->setTimeout(60, [=] { say("client", now() - began >= 55); c->end(); }); });
pair("shorter after longer", quiet, [=](net::Socket c) { auto began = now(); c->setTimeout(10000); c->setTimeout(20, [=] { say("client", now() - began < 5000); c->end(); }); });
pair("on the accepted one", [](net::Socket s) { s->setTimeout(20, [=] { s->end("idle"); }); }, [](net::Socket c) { collect(c, "client"); });
pair("after it has fired, cleared", quiet, [](net::Socket c) {
  c->setTimeout(10);
  c->once(event::timeout, [=] { c->setTimeout(0); c->write("x"); setTimeout([=] { c->end(); }, 30); });
});
scene("never connected", [] {
  auto c = watch(make<net::Socket>(), "client");
  c->setTimeout(10, [=] { say("client", "callback"); c->destroy(); });
});
scene("destroyed before", [] {
  auto c = watch(make<net::Socket>(), "client");
  c->setTimeout(10, [] { say("client", "never"); });
  c->destroy();
  say("client", c->setTimeout(10) == c, c->timeout);
  setTimeout([] {}, 30);
});
scene("bad numbers", [] {
  auto c = make<net::Socket>();
  for (double ms : {-1.0, double(INFINITY), double(NAN)}) try { c->setTimeout(ms); } catch (Error& error) { console::log(message(error)); }
});
scene("the option of connect", [] {
  let<net::Server> server; server = net::createServer([=](auto s) { server->close(); s->resume(); })->listen(0, "127.0.0.1", [=] {
    auto c = watch(net::connect({.port = server->address().port, .host = "127.0.0.1", .timeout = 15}), "client");
    say("client", c->timeout);
    c->on(event::timeout, [=] { c->end(); });
  });
});
setTimeout(play, 0);
}); }
