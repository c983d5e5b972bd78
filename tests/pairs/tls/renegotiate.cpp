#include "scenes.h"
static perThread<String> pem;
static Function<void(Error)> done(String name) { return [=](Error error) { say(name, "renegotiated", error ? error->code : "well"); }; }
// Connects a client to a server that answers, and runs `f` with the client's socket when it is secure.
static void told(String name, tls::ConnectOptions options, Function<void(tls::TLSSocket)> accepted, Function<void(tls::TLSSocket)> f) {
  scene(name, [=] {
    let<tls::Server> made; made = server({.key = pem, .cert = pem}, [=](tls::TLSSocket socket) {
      socket->on(event::secure, [=] { say("server", "secure", socket->authorized); });
      socket->on(event::error, [](Error error) { say("server", error->message); });
      socket->on(event::data, [=](Buffer chunk) { say("server", "got " + chunk); socket->end("bye"); });
      accepted(socket);
    }, [=](int port) mutable {
      options.port = port, options.host = "127.0.0.1", options.servername = "localhost", options.ca = pem;
      auto socket = client(tls::connect(options));
      socket->on(event::data, [](Buffer chunk) { say("client", "got " + chunk); });
      socket->on(event::close, [=] { made->close(); });
      socket->once(event::secure, [=] { f(socket); });
    });
  });
}
// Renegotiates `times` times, one after the other, and then ends.
static void often(tls::TLSSocket socket, String name, int times) {
  say(name, socket->renegotiate({}, [=](Error error) {
    done(name)(error);
    if (times > 1)
      setTimeout([=] { if (!socket->destroyed()) often(socket, name, times - 1); }, 30);
    else
      socket->end("end");
  }));
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
const tls::ConnectOptions old{.maxVersion = "TLSv1.2"};
auto nothing = [](tls::TLSSocket) {};
told("once", old, nothing, [](auto socket) { often(socket, "client", 1); });
told("five times", old, nothing, [](auto socket) { often(socket, "client", 5); });
told("five times, and the server ends it", old, [](auto socket) { socket->on(event::error, [=] { socket->destroy(); }); }, [](auto socket) { often(socket, "client", 5); });
told("by the server", old, [](auto socket) { often(socket, "server", 1); }, nothing);
told("four times by the server", old, [](auto socket) { often(socket, "server", 4); }, nothing);
told("with TLS 1.3", {}, nothing, [](auto socket) { say("client", socket->renegotiate({}, [=](Error error) { done("client")(error); say("client", error->message); socket->end("end"); })); });
told("without a callback", old, nothing, [](auto socket) { say("client", socket->renegotiate({})); setTimeout([=] { socket->end("end"); }, 50); });
told("twice at once", old, nothing, [](auto socket) {
  bool first = socket->renegotiate({}, done("client")), second = socket->renegotiate({}, done("client"));
  say("client", first, second);
  setTimeout([=] { socket->end("end"); }, 50);
});
told("a server that does not want it", old, [](auto socket) { socket->disableRenegotiation(); }, [](auto socket) { often(socket, "client", 1); });
told("a client that does not want it", old, [](auto socket) { setTimeout([=] { often(socket, "server", 1); }, 30); }, [](auto socket) { socket->disableRenegotiation(); });
for (bool has : {true, false}) {
  auto options = old;
  if (has) options.key = pem, options.cert = pem;
  told(String("the server asks for a certificate that the client ") + (has ? "has" : "does not have"), options, [](auto socket) { setTimeout([=] {
    say("server", socket->renegotiate({.rejectUnauthorized = false, .requestCert = true}, [=](Error error) {
      done("server")(error);
      say("server", socket->authorized, socket->authorizationError, Object::hasOwn(socket->getPeerCertificate(), "subject"));
      socket->end("end");
    }));
  }, 30); }, nothing);
}
scene("the limits", [] {
  say("limits", +tls::CLIENT_RENEG_LIMIT, +tls::CLIENT_RENEG_WINDOW);
  tls::CLIENT_RENEG_LIMIT = 1;
  say("limits", +tls::CLIENT_RENEG_LIMIT, +tls::CLIENT_RENEG_WINDOW);
});
told("twice with a limit of one", old, nothing, [](auto socket) { often(socket, "client", 2); });
play();
}); }
