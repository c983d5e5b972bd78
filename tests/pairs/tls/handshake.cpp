#include "scenes.h"
static perThread<String> pem;
static void peer(String name, tls::ServerOptions options, Function<void(net::Socket)> f) {
  scene(name, [=]() mutable {
    hold();
    options.key = pem; options.cert = pem;
    let<tls::Server> made; made = server(options, [](auto socket) { socket->end(); }, [=](int port) {
      let<net::Socket> socket; socket = net::connect(port, "127.0.0.1", [=] { f(socket); });
      socket->on(event::data, [] {});
      socket->on(event::error, [] {});
      socket->on(event::close, [=] { setTimeout([=] { made->close(); release(); }, 20); });
    });
  });
}
static void service(String name, Function<void(net::Socket)> f, Function<void(tls::TLSSocket)> more = [](tls::TLSSocket) {}) {
  scene(name, [=] {
    let<net::Server> made;
    made = net::createServer([=](auto socket) {
             socket->on(event::error, [] {});
             socket->resume();
             f(socket);
           })->listen(0, "127.0.0.1", [=] {
      auto socket = client(tls::connect(made->address().port, "127.0.0.1", {.ca = pem}));
      socket->on(event::close, [=] { made->close(); });
      more(socket);
    });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost,IP:127.0.0.1");
peer("a peer that ends", {}, [](auto socket) { socket->end(); });
peer("a peer that resets", {}, [](auto socket) { socket->resetAndDestroy(); });
peer("a peer that speaks HTTP", {}, [](auto socket) { socket->write("GET / HTTP/1.1\r\n\r\n"); });
peer("a peer that says nothing", {.handshakeTimeout = 30}, [](auto socket) { setTimeout([=] { socket->destroy(); }, 80); });
peer("a hello that is not one", {}, [](auto socket) { socket->write(Buffer::from({22, 3, 1, 0, 5, 1, 0, 0, 1, 0})); });
auto shown = [](const Lookup& value) { return value.toString(); };
service("a server that ends", [](auto socket) { socket->end(); });
service(
    "a server that ends, told in full", [](auto socket) { socket->end(); },
    [=](auto socket) {
      socket->on(event::error, [=](Error error) {
        say("client", error->message, shown(error->get("host")), shown(error->get("path")),
            shown(error->get("localAddress")));
      });
    });
service("a server that does not speak TLS", [](auto socket) { socket->end("this is something else"); });
service("a server that says nothing", [](auto) {}, [](auto socket) { socket->setTimeout(30, [=] { say("client", "timeout", socket->secureConnecting); socket->destroy(); }); });
service("destroyed at once", [](auto) {}, [](auto socket) { socket->destroy(); });
service("destroyed when connected", [](auto) {}, [](auto socket) { socket->on(event::connect, [=] { socket->destroy(Error("mine")); }); });
play();
}); }
