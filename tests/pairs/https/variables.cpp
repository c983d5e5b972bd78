// What programs write every day: variables that are assigned later, checks of identity that return nothing, the system's
// certificates together with one of their own, and what an agent holds.
#include <nodecpp/https.h>
#include <nodecpp/net.h>
#include <nodecpp/tls.h>

#include "../tls/scenes.h"

static perThread<String> pem, other;
static perThread<Array<String>> names, everything;
static perThread<https::Agent> agent;
static perThread<int> port, backend;

// STARTTLS: the plain socket is a variable that its own listeners use.
static void upgrade(Function<void()> next) {
  let<net::Socket> plain; let<tls::TLSSocket> secure;
  auto server = net::createServer([](auto socket) {
    socket->once(event::data, [=] {
      socket->write("go");
      auto mine = make<tls::TLSSocket>(socket, {.isServer = true, .key = pem, .cert = pem});
      mine->once(event::data, [=](auto chunk) { mine->end("got " + chunk); });
    });
  });
  server->listen(0, "127.0.0.1", [=] {
    port = server->address().port;
    plain = net::connect({.port = port, .host = "127.0.0.1"}, [=] {
      plain->write("STARTTLS");
    });
    plain->once(event::data, [=] {
      secure = tls::connect({.socket = plain, .servername = "localhost", .ca = everything}, [=] {
        console::log(secure->authorized, secure->getPeerCertificate()["subject"]);
        secure->write("hello");
      });
      secure->pipe(process::stdout, {.end = false});
      secure->on(event::close, [=] { console::log(); server->close(next); });
    });
  });
}
static void ask(https::RequestOptions options, Function<void()> next) {
  options.host = "127.0.0.1"; options.port = port; options.agent = agent; options.timeout = backend;
  https::get(options, [=](http::IncomingMessage response) {
    names->push(String(response->socket.as<tls::TLSSocket>()->getPeerCertificate()["subject"]["CN"]) + " " + response->headers["x-served"]);
    response->resume()->on(event::end, [=] { setTimeout(next, 5); });
  })->on(event::error, [=](Error error) { console::log(error->message); next(); });
}
static void serve() {
  let<int> served = 0;
  let<https::Server> server; server = https::createServer({.key = other, .cert = other}, [=](auto request, auto response) {
    served++;
    response->writeHead(200, {{"X-Served", served}});
    response->end();
  });
  server->listen(0, "127.0.0.1", [=] {
    port = server->address().port;
    backend = 5000;
    agent = make<https::Agent>({.keepAlive = true, .ca = {pem, other}});
    ask({.checkServerIdentity = [] {}}, [=] {
      ask({.checkServerIdentity = [] { return undefined; }}, [=] {
        ask({.checkServerIdentity = [](String host, var cert) { return cert["subject"]["CN"] == "other" ? Error() : Error("no"); }}, [=] {
          ask({.checkServerIdentity = [](String host) { return Error("not " + host); }}, [=] {
            ask({.servername = "other.example"}, [=] {
              console::log(names->join());
              console::log(agent->freeSockets.values().map([](auto sockets) { return sockets.length(); }).join(), agent->sockets.values().length(), agent->requests.values().length());
              for (auto [name, sockets] : agent->freeSockets.entries()) console::log(name.startsWith(format("127.0.0.1:{}", port.value())), sockets[0].template as<tls::TLSSocket>()->authorized);
              agent->destroy();
              server->close();
            });
          });
        });
      });
    });
  });
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  pem = certificate("localhost", "DNS:localhost,IP:127.0.0.1");
  other = certificate("other", "DNS:other.example");
  try { tls::createServer({.key = pem, .cert = pem, .ALPNProtocols = {"h2", ""}}); } catch (Error& error) { console::log(error->name, error->code, error->message); }
  everything = tls::rootCertificates.concat({pem});
  console::log(everything->length() - tls::rootCertificates.length(), tls::rootCertificates[0].startsWith("-----BEGIN CERTIFICATE-----"));
  int good = 0;
  for (auto one : tls::rootCertificates) good += one.includes("END CERTIFICATE") ? 1 : 0;
  console::log(good == tls::rootCertificates.length());
  Array<String> copy = tls::rootCertificates;
  console::log(copy.push(pem) - tls::rootCertificates.length());
  upgrade(serve);
}); }
