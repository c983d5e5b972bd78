// Helpers of the pairs about https: the scenes of net, a certificate, and a server for each scene.
#pragma once

#include <nodecpp/https.h>
#include <nodecpp/url.h>

#include "../tls/scenes.h"

inline String pem() {
  static perThread<String> made;
  if (made->empty()) made = certificate("localhost", "DNS:localhost,IP:127.0.0.1");
  return made;
}
using Ask = Function<void(https::RequestOptions, Function<void()>)>;
using OnRequest = Function<void(http::IncomingMessage, http::ServerResponse)>;

// Starts a server for one scene. `ask` is called with the options of a request to this server, and with the function
// that closes the server.
inline https::Server serve(https::ServerOptions options, OnRequest listener, Ask ask) {
  hold();
  options.key = pem(); options.cert = pem();
  auto server = https::createServer(options, listener);
  server->on(event::close, [] { release(); });
  server->listen(0, "127.0.0.1", [=] {
    https::RequestOptions asked{.host = "127.0.0.1", .port = server->address().port};
    asked.ca = pem();
    ask(asked, [=] { server->close(); });
  });
  return server;
}
// Prints the response or the error of a request, and then calls `done`.
inline void tell(http::ClientRequest request, Function<void()> done) {
  hold();
  auto next = [=] { setTimeout([=] { done(); release(); }, 5); };
  request->on(event::response, [=](http::IncomingMessage response) {
    auto socket = response->socket.as<tls::TLSSocket>();
    auto how = request->reusedSocket ? "the same connection" : socket->isSessionReused() ? "resumed" : "anew";
    say("client", response->statusCode, how, socket->authorized, socket->encrypted, orNone(socket->alpnProtocol));
    let<String> body = "";
    response->setEncoding("utf8")->on(event::data, [=](String text) { body += text; });
    response->on(event::end, [=] { say("client", body.value()); next(); });
  });
  request->on(event::error, [=](Error error) { say("client", error->code); next(); });
}
