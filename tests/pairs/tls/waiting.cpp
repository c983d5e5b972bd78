#include "scenes.h"
static perThread<String> pem, other;
static Function<void(Error)> told(String name) { return [=](Error error) { say("client", name, error ? error->code : "done"); }; }
// Starts a server that does not speak TLS, for one scene.
static void plain(Function<void(net::Socket)> answer, Function<void(int)> listening) {
  hold();
  let<net::Server> made; made = net::createServer([=](net::Socket socket) {
    made->close([] { release(); });
    socket->on(event::error, [] {});
    socket->once(event::data, [=] { answer(socket); });
  });
  made->listen(0, "127.0.0.1", [=] { listening(made->address().port); });
}
static tls::TLSSocket connect(int port) { return client(tls::connect({.port = port, .host = "127.0.0.1", .servername = "localhost", .ca = pem})); }
static void failing(String name, Function<void(net::Socket)> answer) {
  scene(name + ", with a write", [=] { plain(answer, [](int port) { connect(port)->write("a", told("write")); }); });
  scene(name + ", with two writes", [=] { plain(answer, [](int port) {
    auto socket = connect(port);
    socket->write("a", told("first"));
    socket->on(event::connect, [=] { socket->write("b", told("second")); });
  }); });
  scene(name + ", with a write on connect", [=] { plain(answer, [](int port) {
    auto socket = connect(port);
    socket->on(event::connect, [=] { socket->write("a", told("write")); });
  }); });
  scene(name + ", and ended", [=] { plain(answer, [](int port) { connect(port)->end("a", told("end")); }); });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
other = certificate("localhost", "DNS:localhost");
failing("something else", [](net::Socket socket) { socket->end("this is not TLS"); });
failing("an end", [](net::Socket socket) { socket->end(); });
failing("a reset", [](net::Socket socket) { socket->resetAndDestroy(); });
auto ends = [](String name, String key) {
  scene(name, [=] {
    let<tls::Server> made; made = server({.key = key, .cert = key}, [](tls::TLSSocket socket) { socket->resume(); }, [=](int port) {
      auto socket = connect(port);
      socket->write("a", told("first"));
      socket->on(event::connect, [=] { socket->write("b", told("second")); });
      socket->on(event::secureConnect, [=] { setTimeout([=] { socket->end(); }, 50); });
      socket->on(event::close, [=] { made->close(); });
    });
  });
};
ends("a server that is trusted", pem);
ends("a server that is not", other);
play();
}); }
