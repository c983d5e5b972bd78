#include "scenes.h"
static perThread<String> pem, second;
static void attempt(String name, Function<String()> f) {
  try {
    console::log(name, f());
  } catch (const Error& error) {
    console::log(name, error->name, error->code, error->message);
  }
}
static String convert(tls::ALPNList protocols) { struct { Buffer ALPNProtocols; } out; tls::convertALPNProtocols(protocols, out); return out.ALPNProtocols.toString("hex"); }
static void told(String name, tls::ServerOptions options, tls::ConnectOptions more, Function<void(tls::TLSSocket)> f) {
  scene(name, [=]() mutable {
    options.key = pem, options.cert = pem;
    let<tls::Server> made; made = server(options, [](tls::TLSSocket socket) { socket->resume(); }, [=](int port) mutable {
      more.port = port, more.host = "127.0.0.1", more.servername = "localhost", more.ca = {pem, second};
      auto socket = client(tls::connect(more));
      say("client", "ticket", socket->getTLSTicket().length() > 0);
      socket->on(event::secureConnect, [=] { f(socket); });
      socket->on(event::close, [=] { made->close(); });
    });
  });
}
static void subject(tls::TLSSocket socket) { say("client", socket->getPeerCertificate()["subject"]["CN"]); socket->end(); }
int main(int argc, char** argv) { return run(argc, argv, [] {
pem = certificate("localhost", "DNS:localhost");
second = certificate("second", "DNS:localhost");
attempt("names", [] { return convert({"h2", "http/1.1"}); });
attempt("bytes", [] { return convert(Buffer::from({2, 104, 50})); });
attempt("nothing", [] { return convert({}); });
attempt("an empty name", [] { return convert({"a", ""}); });
attempt("a long name", [] { return convert({String("x").repeat(256)}); });
attempt("a name that is cut off", [] { return convert(Buffer::from({3, 1})); });
attempt("a name of no bytes", [] { return convert(Buffer::from({0})); });
told("a ticket of TLS 1.2", {}, {.maxVersion = "TLSv1.2"}, [](auto socket) { say("client", "ticket", socket->getTLSTicket().length() > 0); socket->end(); });
told("a ticket of TLS 1.3", {}, {}, [](auto socket) {
  say("client", "ticket", socket->getTLSTicket().length() > 0);
  socket->once(event::session, [=] { say("client", "ticket", socket->getTLSTicket().length() > 0); socket->end(); });
});
for (String maxVersion : {"TLSv1.2", "TLSv1.3"}) {
  told("another key, " + maxVersion, {.maxVersion = maxVersion, .ALPNCallback = [](auto offered) { offered.socket->setKeyCert({.key = second, .cert = second}); return "a"; }}, {.ALPNProtocols = {"a"}}, subject);
  told("another context, " + maxVersion, {.maxVersion = maxVersion, .ALPNCallback = [](auto offered) { offered.socket->setKeyCert(tls::createSecureContext({.key = second, .cert = second})); return "a"; }}, {.ALPNProtocols = Buffer::from({1, 97})}, subject);
}
told("no key", {.ALPNCallback = [](tls::ALPNCallbackArgument offered) { try { offered.socket->setKeyCert(tls::SecureContextOptions{}); } catch (const Error& error) { say("server", error->message); } return "a"; }}, {.ALPNProtocols = {"a"}}, subject);
told("a key for a client", {}, {}, [](auto socket) { socket->setKeyCert({.key = second, .cert = second}); subject(socket); });
play();
}); }
