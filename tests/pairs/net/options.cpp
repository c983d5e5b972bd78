#include "scenes.h"
static void serve(String name, net::ServerOptions options, Function<void(net::Socket)> accepted, Function<void(int)> connect) { scene(name, [=] {
  let<net::Server> server; server = net::createServer(options, [=](auto socket) { server->close(); accepted(watch(socket, "accepted")); })->listen(0, "127.0.0.1", [=] { connect(server->address().port); });
}); }
static auto sink = [](net::Socket s) { collect(s, "accepted"); };

int main(int argc, char** argv) { return run(argc, argv, [] {
serve("no delay, keep alive", {.keepAlive = true, .keepAliveInitialDelay = 5000, .noDelay = true}, sink, [](int port) {
  auto c = watch(net::connect({.port = port, .host = "127.0.0.1", .keepAlive = true, .keepAliveInitialDelay = 1000, .noDelay = true}), "client");
  say("client", c->setNoDelay() == c, c->setNoDelay(false) == c, c->setKeepAlive(true) == c, c->setKeepAlive(true, 1000) == c, c->setKeepAlive() == c);
  c->on(event::connect, [=] {
    say("client", c->setNoDelay() == c, c->setNoDelay(false) == c, c->setKeepAlive(true) == c, c->setKeepAlive(true, 1000) == c, c->setKeepAlive() == c);
    c->end("x");
  });
});
serve("the options of a server", {.allowHalfOpen = true, .highWaterMark = 100, .pauseOnConnect = true}, [](net::Socket s) { say("accepted", s->allowHalfOpen, s->isPaused(), s->readableFlowing(), s->readableHighWaterMark(), s->writableHighWaterMark()); s->end(); s->resume(); }, [](int port) {
  watch(net::connect(port, "127.0.0.1"), "client")->resume();
});
serve("pauseOnConnect", {.pauseOnConnect = true}, [](net::Socket s) {
  s->on(event::data, [](auto chunk) { say("accepted", "data", "" + chunk); });
  setTimeout([=] { say("accepted", "resumes", s->bytesRead()); s->resume(); }, 20);
}, [](int port) { watch(net::connect(port, "127.0.0.1"), "client")->end("waits"); });
serve("setEncoding", {}, [](net::Socket s) { s->write(Buffer::from({0xe2, 0x82})); setTimeout([=] { s->end(Buffer::from({0xac, 0x21})); }, 20); }, [](int port) {
  auto c = watch(net::connect(port, "127.0.0.1"), "client");
  say("client", c->setEncoding("utf8") == c);
  c->on(event::data, [](String text) { say("client", "data", text); });
});
serve("setEncoding hex", {}, [](net::Socket s) { s->end("hello"); }, [](int port) { watch(net::connect(port, "127.0.0.1"), "client")->setEncoding("hex")->on(event::data, [](String text) { say("client", "data", text); }); });
serve("localAddress and localPort", {}, [](net::Socket s) { say("accepted", s->remoteAddress()); s->end(); }, [](int port) {
  auto c = watch(net::connect({.port = port, .host = "127.0.0.1", .localAddress = "127.0.0.2"}), "client");
  c->resume();
  c->on(event::connect, [=] { say("client", c->localAddress(), c->remoteAddress()); });
});
serve("a local port that is used", {}, [](net::Socket s) { s->end(); }, [](int port) {
  auto c = watch(net::connect({.port = port, .host = "127.0.0.1", .localAddress = "127.0.0.1", .localPort = double(port)}), "client");
  net::connect(port, "127.0.0.1")->resume();
});
serve("onread", {}, [](net::Socket s) { s->end("0123456789"); }, [](int port) {
  let<net::Socket> c; c = watch(net::connect({.port = port, .host = "127.0.0.1", .onread = {.buffer = Buffer::alloc(4), .callback = [=](double bytes, Buffer buffer) { say("client", bytes, buffer.toString("latin1", 0, bytes), c->bytesRead()); return true; }}}), "client");
  c->on(event::data, [] { say("client", "never"); });
});
serve("onread that pauses", {}, [](net::Socket s) { s->end("0123456789"); }, [](int port) {
  let<net::Socket> c; c = watch(net::connect({.port = port, .host = "127.0.0.1", .onread = {.buffer = Buffer::alloc(4), .callback = [=](double bytes, Buffer buffer) {
    say("client", bytes, buffer.toString("latin1", 0, bytes));
    setTimeout([=] { say("client", "resumes"); c->resume(); }, 10);
    return false;
  }}}), "client");
});
serve("a block list of the server", {.blockList = [] { auto list = make<net::BlockList>(); list->addAddress("127.0.0.1"); return list; }()}, [](net::Socket s) { say("accepted", s->remoteAddress()); s->end(); }, [](int port) {
  auto c = watch(net::connect(port, "127.0.0.1"), "client");
  c->resume();
  c->on(event::close, [=] { net::connect({.port = port, .host = "127.0.0.1", .localAddress = "127.0.0.2"})->resume(); });
});
scene("a block list of the client", [] {
  auto blockList = make<net::BlockList>();
  blockList->addSubnet("127.0.0.0", 8);
  auto c = watch(net::connect({.port = 1, .host = "127.0.0.1", .blockList = blockList}), "client");
  c->on(event::connectionAttempt, [] { say("client", "attempt"); });
});
setTimeout(play, 0);
}); }
