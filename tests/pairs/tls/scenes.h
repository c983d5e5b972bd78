// Helpers of the pairs about tls: the scenes of net, and certificates that are made when the program starts.
#pragma once

#include <nodecpp/child_process.h>
#include <nodecpp/tls.h>

#include "../net/scenes.h"

// Returns a certificate that signs itself, and its key, in one text.
inline String certificate(String name, String names) {
  return child_process::execFileSync("openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
    "-subj", "/CN=" + name, "-addext", "subjectAltName=" + names, "-keyout", "-"}, {.stdio = {"ignore", "pipe", "ignore"}}).toBuffer().toString();
}
inline String orNone(const String& text) { return text.empty() ? String("none") : text; }
// The names of some errors have changed between OpenSSL 3.0 and the one that Node brings.
inline String codeOf(const Error& error) {
  return orNone(error->code).replace("PACKET_LENGTH", "DATA_LENGTH").replace("SSLV3_ALERT", "SSL/TLS_ALERT");
}
// Starts a server for one scene. `secured` gets each connection, and `listening` the port.
inline tls::Server server(tls::ServerOptions options, Function<void(tls::TLSSocket)> secured, Function<void(int)> listening) {
  auto made = tls::createServer(options, [=](tls::TLSSocket socket) {
    say("server", "secureConnection", socket->authorized, orNone(socket->authorizationError), orNone(socket->alpnProtocol), orNone(socket->servername));
    hold();
    socket->on(event::end, [] { say("server", "end"); });
    socket->on(event::error, [](Error error) { say("server", "error", codeOf(error)); });
    socket->on(event::close, [](bool hadError) { say("server", "close", hadError); release(); });
    secured(socket);
  });
  made->on(event::tlsClientError, [](Error error, tls::TLSSocket socket) { say("server", "tlsClientError", codeOf(error), socket->destroyed()); });
  hold();
  made->on(event::close, [] { release(); });
  made->listen(0, "127.0.0.1", [=] { listening(made->address().port); });
  return made;
}
// Prints the events of a client.
inline tls::TLSSocket client(tls::TLSSocket socket, String name = "client") {
  hold();
  socket->on(event::connect, [=] { say(name, "connect", socket->authorized, socket->encrypted); });
  socket->on(event::secureConnect, [=] { say(name, "secureConnect", socket->authorized, orNone(socket->authorizationError), orNone(socket->alpnProtocol)); });
  socket->on(event::secure, [=] { say(name, "secure"); });
  socket->on(event::end, [=] { say(name, "end"); });
  socket->on(event::error, [=](Error error) { say(name, "error", codeOf(error)); });
  socket->on(event::close, [=](bool hadError) { say(name, "close", hadError, socket->secureConnecting); release(); });
  return socket;
}
