#include "scenes.h"
static perThread<String> pem, other;
// Returns two streams, each of which gives what was written to the other.
static Array<stream::Duplex> two() {
  let<stream::Duplex> a, b;
  auto make = [](let<stream::Duplex> to) {
    return nodecpp::make<stream::Duplex>({
      .read = [] {},
      .write = [=](stream::Duplex, stream::Chunk chunk, String, stream::Callback callback) { setImmediate([=] { to->push(chunk); callback(nullptr); }); },
      .final = [=](stream::Duplex, stream::Callback callback) { to->push(nullptr); callback(nullptr); },
    });
  };
  a = make(b);
  b = make(a);
  // The end of one is the end of the other, also when it was destroyed.
  a->on(event::close, [=] { setTimeout([=] { b->destroy(); }, 50); });
  b->on(event::close, [=] { setTimeout([=] { a->destroy(); }, 50); });
  return {a, b};
}
template <class T>
static T watched(T stream, String name) {
  hold();
  say(name, "begins");
  stream->on(event::error, [=](Error error) { say(name, "error", error->code.empty() ? error->message : error->code); });
  stream->on(event::close, [=] { say(name, "close"); release(); });
  return stream;
}
static void answer(tls::TLSSocket socket) { socket->on(event::data, [=](Buffer chunk) { say("server", str("got ") + chunk.length()); socket->end("bye"); }); }
static void told(String name, String key, tls::ConnectOptions options, Function<void(tls::TLSSocket, stream::Duplex)> f, Function<void(tls::TLSSocket)> g = answer) {
  scene(name, [=]() mutable {
    auto both = two();
    stream::Duplex a = both[0], b = both[1];
    watched(a, "stream of the client");
    watched(b, "stream of the server");
    auto socket = watched(make<tls::TLSSocket>(b, {.isServer = true, .secureContext = tls::createSecureContext({.key = key, .cert = key})}), "server");
    socket->on(event::secure, [=] { say("server", "secure", socket->getProtocol(), socket->remoteAddress().isUndefined()); });
    socket->on(event::end, [=] { say("server", "end"); socket->end(); });
    g(socket);
    say("client", "begins");
    options.socket = a, options.servername = "localhost", options.ca = pem;
    auto asks = client(tls::connect(options));
    asks->on(event::data, [](Buffer chunk) { say("client", "got " + chunk); });
    asks->on(event::end, [=] { asks->end(); });
    f(asks, a);
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
other = certificate("localhost", "DNS:localhost");
told("a message and an answer", pem, {}, [](auto socket, auto) { socket->write("hello", [](Error error) { say("write", !error); }); });
told("with TLS 1.2", pem, {.maxVersion = "TLSv1.2"}, [](auto socket, auto) { socket->write("hello"); });
told("much", pem, {}, [](auto socket, auto) { socket->write(Buffer::alloc(1000000)); }, [](auto socket) {
  let<int> size = 0;
  socket->on(event::data, [=](Buffer chunk) { if ((size += int(chunk.length())) == 1000000) { say("server", "got all"); socket->end("bye"); } });
});
told("a server that is not trusted", other, {}, [](auto, auto) {});
told("destroyed", pem, {}, [](auto socket, auto) { socket->on(event::secureConnect, [=] { socket->destroy(); }); }, [](auto socket) { socket->resume(); });
told("an error of the stream", pem, {}, [](auto socket, auto stream) { socket->on(event::secureConnect, [=] { stream->destroy(Error("my error")); }); }, [](auto socket) { socket->resume(); });
scene("a stream of objects", [] {
  auto stream = watched(make<stream::Duplex>({.objectMode = true, .read = [] {}, .write = [](auto, auto, auto, auto callback) { callback(nullptr); }}), "stream");
  auto socket = client(tls::connect({.socket = stream}));
  socket->on(event::error, [=](Error error) { say("client", error->message); socket->destroy(); });
  setTimeout([=] { stream->push(var::object()); }, 20);
});
scene("a connection that a stream carries", [] {
  hold();
  let<net::Server> made; made = net::createServer([=](net::Socket plain) {
    made->close([] { release(); });
    auto through = make<stream::Duplex>({
      .read = [] {},
      .write = [=](auto, auto chunk, auto, auto callback) { plain->write(chunk, callback); },
      .destroy = [=](auto, Error error, auto callback) { plain->destroy(); callback(error); },
      .final = [=](auto, auto callback) { plain->end(callback); },
    });
    plain->on(event::data, [=](Buffer chunk) { through->push(chunk); });
    plain->on(event::end, [=] { through->push(nullptr); });
    plain->on(event::error, [] {});
    auto socket = watched(make<tls::TLSSocket>(through, {.isServer = true, .secureContext = tls::createSecureContext({.key = pem, .cert = pem})}), "server");
    socket->on(event::data, [=](Buffer chunk) { say("server", "got " + chunk); socket->end("bye"); });
    socket->resume();
  })->listen(0, "127.0.0.1", [=] {
    auto socket = client(tls::connect({.port = made->address().port, .host = "127.0.0.1", .servername = "localhost", .ca = pem}));
    socket->on(event::data, [](Buffer chunk) { say("client", "got " + chunk); });
    socket->write("hello");
  });
});
play();
}); }
