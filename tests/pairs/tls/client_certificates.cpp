#include <nodecpp/crypto.h>

#include "scenes.h"
static perThread<String> own, known, unknown;
static void told(String name, tls::ServerOptions options, tls::ConnectOptions asked) {
  scene(name, [=]() mutable {
    options.key = own; options.cert = own; options.ca = known;
    let<tls::Server> made; made = server(options, [](auto socket) {
      var cert = socket->getPeerCertificate();
      say("server", Object::keys(cert).length() > 0 ? var(cert["subject"]["CN"]) : var(false));
      auto x509 = socket->getPeerX509Certificate();
      say("server", x509 ? x509->subject() : "none", x509 ? var(x509->fingerprint() == String(cert["fingerprint"])) : var("none"));
      socket->end();
    }, [=](int port) mutable {
      asked.port = port; asked.host = "127.0.0.1"; asked.servername = "localhost"; asked.ca = own;
      auto socket = client(tls::connect(asked));
      socket->on(event::close, [=] { made->close(); });
      socket->on(event::secureConnect, [=] {
        var cert = socket->getCertificate();
        say("client", cert["subject"] ? var(cert["subject"]["CN"]) : var("none"), socket->getX509Certificate() ? socket->getX509Certificate()->subject() : "none", socket->getPeerX509Certificate()->subject());
      });
      socket->resume();
    });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
own = certificate("localhost", "DNS:localhost");
known = certificate("known", "DNS:known");
unknown = certificate("unknown", "DNS:unknown");
for (String maxVersion : {"TLSv1.2", "TLSv1.3"}) {
  told("one that is trusted " + maxVersion, {.maxVersion = maxVersion, .requestCert = true}, {.key = known, .cert = known});
  told("one that is not, and is not rejected " + maxVersion, {.maxVersion = maxVersion, .rejectUnauthorized = false, .requestCert = true}, {.key = unknown, .cert = unknown});
  told("none, and none is needed " + maxVersion, {.maxVersion = maxVersion, .rejectUnauthorized = false, .requestCert = true}, {});
  told("not asked " + maxVersion, {.maxVersion = maxVersion, .requestCert = false}, {.key = known, .cert = known});
}
told("one that is not TLSv1.2", {.maxVersion = "TLSv1.2", .requestCert = true}, {.key = unknown, .cert = unknown});
play();
}); }
