#include "scenes.h"
static perThread<String> own, wild, last;
static void told(
    String name, tls::ServerOptions options, tls::ConnectOptions asked,
    Function<void(tls::Server)> prepare = [](tls::Server) {}) {
  scene(name, [=]() mutable {
    options.key = own;
    options.cert = own;
    let<tls::Server> made;
    made = server(
        options, [](auto socket) { socket->resume(); },
        [=](int port) mutable {
          asked.port = port;
          asked.host = "127.0.0.1";
          asked.rejectUnauthorized = false;
          asked.checkServerIdentity = [] { return Error(); };
          asked.ca = {own, wild, last};
          auto socket = client(tls::connect(asked));
          socket->on(event::secureConnect, [=] {
            say("client", socket->getPeerCertificate()["subject"]["CN"], orNone(socket->servername));
            socket->end();
          });
          socket->on(event::close, [=] { made->close(); });
          socket->resume();
        });
    prepare(made);
  });
}
static Error coded(String code) {
  Error error("no");
  error->code = code;
  return error;
}
int main(int argc, char** argv) { return run(argc, argv, [] {
own = certificate("localhost", "DNS:localhost");
wild = certificate("wild", "DNS:*.example");
last = certificate("last", "DNS:a.example");
auto context = tls::createSecureContext({.key = wild, .cert = wild});
told("no name", {}, {});
told("a name, and one certificate", {}, {.servername = "a.example"});
told("a context that was added", {}, {.servername = "a.example"}, [](auto made) { made->addContext("*.example", {.key = wild, .cert = wild}); });
told("the last of two", {}, {.servername = "A.example"}, [](auto made) { made->addContext("*.example", {.key = wild, .cert = wild}); made->addContext("a.example", {.key = last, .cert = last}); });
told("a star is one label", {}, {.servername = "a.b.example"}, [=](auto made) { made->addContext("*.example", context); });
told("SNICallback", {.SNICallback = [=](String name, auto answer) { say("server", "asked", name); answer(nullptr, context); }}, {.servername = "b.example"});
told("SNICallback without a context", {.SNICallback = [](String, auto answer) { answer(nullptr); }}, {.servername = "b.example"});
told("SNICallback later", {.SNICallback = [=](String, auto answer) { setTimeout([=] { answer(nullptr, context); }, 10); }}, {.servername = "b.example"});
told("SNICallback with an error", {.SNICallback = [](String, auto answer) { answer(coded("MINE")); }}, {.servername = "b.example"});
told("SNICallback that throws", {.SNICallback = [] { throw coded("THROWN"); }}, {.servername = "b.example"});
told("ALPN: the server decides", {.ALPNProtocols = {"b", "a"}}, {.ALPNProtocols = {"a", "b"}});
told("ALPN: nothing in common", {.ALPNProtocols = {"b"}}, {.ALPNProtocols = {"a"}});
told("ALPN: only the client", {}, {.ALPNProtocols = {"a"}});
told("ALPN: only the server", {.ALPNProtocols = {"a"}}, {});
told("ALPN and SNI", {.ALPNProtocols = {"b", "a"}, .SNICallback = [=](String, auto answer) { answer(nullptr, context); }}, {.ALPNProtocols = {"a"}, .servername = "c.example"});
told("ALPNCallback", {.ALPNCallback = [](auto offered) { say("server", offered.servername, offered.protocols.join()); return "a"; }}, {.ALPNProtocols = {"x", "a"}, .servername = "d.example"});
told("ALPNCallback that refuses", {.ALPNCallback = [] { return undefined; }}, {.ALPNProtocols = {"a"}});
told("ALPNCallback with something else", {.ALPNCallback = [] { return "z"; }}, {.ALPNProtocols = {"a"}});
play();
}); }
