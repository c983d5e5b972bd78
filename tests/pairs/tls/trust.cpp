#include "scenes.h"
static perThread<String> pem, other;
static void told(String name, tls::ConnectOptions options, Function<void(tls::TLSSocket)> more = [](tls::TLSSocket) {}) {
  scene(name, [=] {
    let<tls::Server> made;
    made = server(
        {.key = pem, .cert = pem}, [](auto socket) { socket->resume(); },
        [=](int port) mutable {
          options.port = port;
          options.host = "127.0.0.1";
          auto socket = client(tls::connect(options));
          more(socket);
          socket->on(event::secureConnect, [=] { socket->end(); });
          socket->on(event::close, [=] { made->close(); });
          socket->resume();
        });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost,IP:127.0.0.1");
other = certificate("other", "DNS:other.example");
told("a client that trusts it", {.ca = pem});
told("a client that trusts another", {.ca = other});
told("a client that trusts several", {.ca = {other, pem}});
told("a client that trusts the system", {});
told("a client that does not care", {.rejectUnauthorized = false});
told("another name", {.servername = "other.example", .ca = pem});
told("another name, and a client that does not care", {.rejectUnauthorized = false, .servername = "other.example", .ca = pem});
told("a function of its own that agrees", {.checkServerIdentity = [](String host, var cert) { say("client", host, cert["subject"]["CN"], cert["subjectaltname"]); return Error(); }, .servername = "other.example", .ca = pem});
told("a function of its own that does not", {.checkServerIdentity = [] { return Error("my reason"); }, .ca = pem},
     [](auto socket) {
       socket->on(event::error, [=](Error error) { say("client", error->message, socket->authorizationError); });
     });
told("a context", {.secureContext = tls::createSecureContext({.ca = pem})});
told("versions", {.ca = pem, .maxVersion = "TLSv1.2"}, [](auto socket) { socket->on(event::secureConnect, [=] { say("client", socket->getProtocol(), socket->isSessionReused()); }); });
told("ciphers", {.ca = pem, .ciphers = "ECDHE-ECDSA-AES256-GCM-SHA384", .maxVersion = "TLSv1.2"}, [](auto socket) { socket->on(event::secureConnect, [=] {
  auto [name, standardName, version] = socket->getCipher();
  say("client", name, standardName, version);
}); });
play();
}); }
