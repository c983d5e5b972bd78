#include "scenes.h"
static perThread<String> pem;
static void told(String name, Function<void(tls::TLSSocket, net::Socket)> f) {
  scene(name, [=] {
    hold();
    let<net::Server> made; made = net::createServer([=](auto plain) {
      made->close();
      watch(plain, "plain server");
      plain->once(event::data, [=] {
        auto socket = make<tls::TLSSocket>(
            plain, {.isServer = true, .secureContext = tls::createSecureContext({.key = pem, .cert = pem})});
        plain->write("go");
        socket->on(event::secure, [=] { say("server", "secure", socket->servername); });
        socket->on(event::data, [=](Buffer chunk) { say("server", "" + chunk); socket->write("back"); });
        socket->on(event::end, [] { say("server", "end"); });
        socket->on(event::close, [](bool hadError) { say("server", "close", hadError); });
      });
    })->listen(0, "127.0.0.1", [=] {
      auto plain = net::connect(made->address().port, "127.0.0.1");
      plain->write("starttls");
      plain->on(event::close, [] { say("plain client", "close"); release(); });
      plain->once(event::data, [=] {
        auto socket = client(tls::connect({.socket = plain, .servername = "localhost", .ca = pem}));
        socket->write("secret");
        socket->on(event::data, [=](Buffer chunk) { say("client", "" + chunk); f(socket, plain); });
      });
    });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
told("and ended", [](auto socket, auto) { socket->end(); });
told("and destroyed", [](auto socket, auto) { socket->destroy(); });
told("and destroyed below", [](auto, auto plain) { plain->destroy(); });
told("and reset below", [](auto, auto plain) { plain->resetAndDestroy(); });
play();
}); }
