#include "authority.h"
static perThread<String> root;
static String orNo(Lookup text, String none) { return text.isUndefined() ? none : text.toString(); }
static void told(String name, tls::ServerOptions from, tls::ConnectOptions options = {}) {
  options.servername = options.servername.empty() ? String("localhost") : options.servername;
  if (!options.ca.given()) options.ca = root;
  for (bool rejectUnauthorized : {true, false}) {
    options.rejectUnauthorized = rejectUnauthorized;
    scene(name + (rejectUnauthorized ? "" : ", and a client that does not care"), [=] {
      let<tls::Server> made;
      made = server(
          from, [](auto socket) { socket->resume(); },
          [=](int port) mutable {
            options.port = port;
            options.host = "127.0.0.1";
            auto socket = client(tls::connect(options));
            socket->on(event::error, [=](Error error) { say("client", orNo(error->get("reason"), "no reason").replace("sslv3", "an"), orNone(socket->authorizationError)); });
            socket->on(event::secureConnect, [=] {
              var cert = socket->getPeerCertificate(true);
              var issuer = cert["issuerCertificate"];
              say("client", cert["subject"]["CN"], JSON::stringify(cert["subjectaltname"]), cert["valid_from"], cert["valid_to"], issuer ? var(issuer["subject"]["CN"]) : var("no issuer"));
              socket->end();
            });
            socket->on(event::close, [=] { made->close(); });
            socket->resume();
          });
    });
  }
}
static tls::ServerOptions of(String name) { return {.key = file(name + ".key").empty() ? file("leaf.key") : file(name + ".key"), .cert = file(name + ".pem")}; }
int main(int argc, char** argv) { return run(argc, argv, [] {
makeAuthority();
root = file("root.pem");
told("a good one", of("leaf"));
told("one that has expired", of("expired"));
told("one that is not yet valid", of("early"));
told("one of another host", of("leaf"), {.servername = "other.example"});
told("a name with a zero in it", of("zero"));
told("a name with a comma in it", of("comma"));
told("one that signs itself", of("own"));
told("one that signs itself and is trusted", of("own"), {.ca = file("own.pem")});
told("a root that nobody knows, in the chain", {.key = file("leaf.key"), .cert = file("leaf.pem") + *root}, {.ca = file("own.pem")});
told("a chain whose middle is missing", of("deep"));
told("a whole chain", {.key = file("leaf.key"), .cert = file("deep.pem") + file("middle.pem")});
told("a chain that is not in order", {.key = file("leaf.key"), .cert = file("leaf.pem") + file("own.pem") + file("middle.pem")});
told("a chain that is longer than its authority allows", {.key = file("leaf.key"), .cert = file("long.pem") + file("below.pem") + file("middle.pem")});
told("an issuer that is no authority", {.key = file("leaf.key"), .cert = file("unsigned.pem") + file("leaf.pem")});
told("a signature that is wrong", of("damaged"));
told("one for clients", of("purpose"));
told("a weak key", {.key = file("weak.key"), .cert = file("weak.pem"), .ciphers = "DEFAULT@SECLEVEL=0"});
told("one that is revoked by a list", of("revoked"), {.crl = file("list.crl")});
told("one that is not on the list", of("leaf"), {.crl = file("list.crl")});
told("a list that is too old", of("leaf"), {.crl = file("old.crl")});
told("a list of another authority", of("own"), {.ca = file("own.pem"), .crl = file("list.crl")});
// As in Node, the answer about a certificate's status is for the program to judge.
scene("one that is revoked by stapling", [] {
  auto from = of("revoked");
  from.ca = root;
  let<tls::Server> made;
  made = server(
      from, [](auto socket) { socket->resume(); },
      [=](int port) {
        auto socket = client(tls::connect({.port = port, .host = "127.0.0.1", .requestOCSP = true, .servername = "localhost", .ca = root}));
        socket->on(event::OCSPResponse, [=](Buffer response) {
          auto revoked = response.includes(Buffer::from("a111180f", "hex"));
          say("client", "OCSPResponse", revoked);
          Error error("it is revoked");
          error->code = "REVOKED";
          if (revoked) socket->destroy(error);
        });
        socket->on(event::close, [=] { made->close(); });
        socket->resume();
      });
  made->on(event::OCSPRequest, [](Buffer, Buffer, auto answer) { answer(nullptr, Buffer::from(file("answer"), "base64")); });
});
// A name must not be taken for several names, nor for a name of another kind.
scene("names of all kinds", [] {
  let<tls::Server> made;
  made = server(
      of("kinds"), [](auto socket) { socket->resume(); },
      [=](int port) {
        auto socket = client(tls::connect({.port = port, .host = "127.0.0.1", .servername = "www.a.example", .ca = root}));
        socket->on(event::secureConnect, [=] {
          var cert = socket->getPeerCertificate();
          say("client", JSON::stringify(cert["subject"]));
          say("client", cert["subjectaltname"]);
          say("client", JSON::stringify(cert["infoAccess"]));
          socket->end();
        });
        socket->on(event::close, [=] { made->close(); });
        socket->resume();
      });
});
scene("no answer by stapling", [] {
  let<tls::Server> made;
  made = server(
      of("leaf"), [](auto socket) { socket->resume(); },
      [=](int port) {
        auto socket = client(tls::connect({.port = port, .host = "127.0.0.1", .requestOCSP = true, .servername = "localhost", .ca = root}));
        socket->on(event::OCSPResponse, [=](Buffer response) {
          say("client", "OCSPResponse", response.length() > 0);
          Error error("no answer");
          error->code = "NO_ANSWER";
          socket->destroy(error);
        });
        socket->on(event::close, [=] { made->close(); });
        socket->resume();
      });
});
play();
}); }
