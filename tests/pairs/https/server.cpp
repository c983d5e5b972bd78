// Servers of https: their events, certificates and protocols, clients that are refused, and how servers close.
#include <nodecpp/json.h>
#include <nodecpp/regexp.h>

#include "scenes.h"
static perThread<String> other;
static void hello(http::IncomingMessage, http::ServerResponse response) { response->end("hello"); }
static bool isTls(const net::Socket& socket) { return bool(socket.as<tls::TLSSocket>()); }
static https::Server told(https::Server made) {
  https::Server server = made;
  made->on(event::connection, [](net::Socket socket) { say("server", "connection", isTls(socket)); });
  made->on(event::secureConnection, [](tls::TLSSocket socket) {
    say("server", "secureConnection", isTls(socket), socket->authorized, orNone(socket->alpnProtocol));
  });
  made->on(event::request, [=](http::IncomingMessage request) { say("server", "request", request->socket == request->connection(), request->socket->server() == server); });
  made->on(event::tlsClientError, [](Error error) { say("server", "tlsClientError", error->code); });
  made->on(event::close, [=] { say("server", "close", server->listening()); });
  return made;
}
// Makes a scene with a server and one get(), whose options the function `change` may change.
static void asked(String name, https::ServerOptions options, OnRequest listener, Function<https::RequestOptions(https::RequestOptions)> change) {
  scene(name, [=] { told(serve(options, listener, [=](https::RequestOptions to, Function<void()> close) { tell(https::get(change(to)), close); })); });
}
static tls::ConnectOptions connected(const https::RequestOptions& to) {
  tls::ConnectOptions options{.port = to.port, .host = to.host};
  options.ca = to.ca;
  return options;
}
static String quoted(String text) { return JSON::stringify(text); }
int main(int argc, char** argv) { return run(argc, argv, [] {
other = certificate("other", "DNS:other.example");
asked("events", {}, hello, [](auto to) { to.agent = false; return to; });
scene("clientError", [] {
  auto server = told(serve({}, hello, [](auto to, auto close) {
    hold();
    let<net::Socket> socket; socket = net::connect(to.port, to.host, [=] { socket->write("GET / HTTP/1.1\r\n\r\n"); });
    socket->on(event::error, [] {})->resume();
    socket->on(event::close, [=] {
      close();
      release();
    });
  }));
  server->on(event::clientError, [](Error error, net::Socket socket) { say("server", "clientError", error->code); socket->destroy(); });
});
scene("a request that is wrong", [] {
  auto server = told(serve({}, hello, [](auto to, auto close) {
    hold();
    auto options = connected(to);
    options.ALPNProtocols = {"http/1.1"};
    let<tls::TLSSocket> socket;
    socket = tls::connect(options, [=] { socket->write("wrong\r\n\r\n"); });
    socket->on(event::data, [](auto chunk) { say("client", quoted("" + chunk)); });
    socket->on(event::close, [=] { close(); release(); });
  }));
  server->on(event::clientError, [](Error error, net::Socket socket) { say("server", "clientError", error->code); socket->end("HTTP/1.1 400 Wrong\r\n\r\n"); });
});
scene("two requests in one write", [] { told(serve({}, [](auto request, auto response) { response->end(request->url); }, [](auto to, auto close) {
  hold();
  let<String> all = "";
  auto socket = tls::connect(connected(to));
  socket->write("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  socket->on(event::data, [=](auto chunk) { all += "" + chunk; });
  socket->on(event::close, [=] { say("client", quoted(all.value().replace(RegExp("Date: [^\r]*", "g"), "Date"))); close(); release(); });
})); });
scene("a long answer", [] { serve({}, [](auto request, auto response) {
  response->write(str("x").repeat(300000));
  request->on(event::data, [] {})->on(event::end, [=] { response->end(str("y").repeat(300000)); });
}, [](https::RequestOptions to, auto close) {
  to.method = "PUT";
  auto request = https::request(to, [=](auto response) {
    let<double> length = 0;
    response->on(event::data, [=](Buffer chunk) { length += chunk.length(); });
    response->on(event::end, [=] {
      say("client", length.value());
      close();
    });
  });
  request->end(str("z").repeat(300000));
}); });
asked(
    "a client with a certificate", {.ca = pem(), .requestCert = true},
    [](auto request, auto response) {
      response->end(String(request->socket.template as<tls::TLSSocket>()->getPeerCertificate()["subject"]["CN"]));
    },
    [](auto to) {
      to.key = pem();
      to.cert = pem();
      return to;
    });
asked("a client with another certificate that is served", {.ca = pem(), .rejectUnauthorized = false, .requestCert = true}, [](auto request, auto response) {
  response->end(request->socket.template as<tls::TLSSocket>()->authorizationError);
}, [](auto to) { to.key = other; to.cert = other; return to; });
asked(
    "no client has a certificate", {.rejectUnauthorized = false, .requestCert = true},
    [](auto request, auto response) {
      response->end(str(Object::keys(request->socket.template as<tls::TLSSocket>()->getPeerCertificate()).length()));
    },
    [](auto to) { return to; });
scene("a certificate by name", [] {
  auto server = serve({}, hello, [](https::RequestOptions to, auto close) {
    to.servername = "www.other.example"; to.ca = other; to.checkServerIdentity = [](String host, var cert) { say("client", host, cert["subject"]["CN"]); return Error(); };
    tell(https::get(to), close);
  });
  server->addContext("*.other.example", {.key = other, .cert = other});
});
scene("another context", [] {
  let<https::Server> server;
  server =
      serve({}, hello, [=](https::RequestOptions to, auto close) {
        to.agent = false;
        tell(https::get(to), [=] {
          server->setSecureContext({.key = other, .cert = other});
          tell(https::get(to), close);
        });
      });
});
asked("protocols", {.ALPNProtocols = {"a", "http/1.1"}}, hello, [](auto to) { to.ALPNProtocols = {"http/1.1", "a"}; return to; });
asked("a protocol that is chosen", {.ALPNCallback = [](tls::ALPNCallbackArgument offered) { say("server", orNone(offered.servername), offered.protocols); return Lookup(offered.protocols[1]); }}, hello,
  [](auto to) { to.ALPNProtocols = {"x", "y"}; return to; });
scene("idle connections are closed", [] {
  auto agent = make<https::Agent>({.keepAlive = true});
  let<https::Server> server; server = told(serve({}, hello, [=](https::RequestOptions to, auto close) { to.agent = agent; tell(https::get(to), [=] {
    say("agent", agent->freeSockets.keys().length());
    server->closeIdleConnections();
    setTimeout([=] {
      say("agent", agent->freeSockets.keys().length());
      close();
    }, 20);
  }); }));
});
scene("all connections are closed", [] {
  let<https::Server> server; server = told(serve({}, [=](auto, auto) { setTimeout([=] { server->close(); server->closeAllConnections(); }, 10); }, [](auto to, auto) { tell(https::get(to), [] {}); }));
});
scene("a time-out", [] {
  auto server = told(serve({}, [](auto, auto) {}, [](auto to, auto close) { tell(https::get(to), close); }));
  say("server", server->setTimeout(30, [](net::Socket socket) { say("server", "timeout", isTls(socket)); socket->destroy(); }) == server);
});
scene("keep-alive", [] { serve({.keepAliveTimeout = 20, .keepAliveTimeoutBuffer = 0}, [](auto request, auto response) {
  say("server", request->socket->timeout > 0 ? request->socket->timeout : 0);
  request->socket->on(event::close, [] { say("server", "closed"); });
  response->end();
}, [](auto to, auto close) {
  hold();
  let<tls::TLSSocket> socket; socket = tls::connect(connected(to), [=] { socket->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"); });
  socket->resume();
  socket->on(event::close, [=] { close(); release(); });
}); });
scene("an upgrade", [] {
  auto server = serve({}, hello, [](https::RequestOptions to, auto close) {
    hold();
    to.headers = {{"Connection", "Upgrade"}, {"Upgrade", "thing"}};
    auto request = https::get(to);
    request->on(event::upgrade, [=](auto response, auto socket, auto head) {
      say("client", response->statusCode, isTls(socket), head.length());
      socket->on(event::data, [](auto chunk) { say("client", "" + chunk); });
      socket->on(event::end, [=] { socket->end(); });
      socket->on(event::close, [=] { close(); release(); });
      socket->write("ping");
    });
  });
  server->on(event::upgrade, [](http::IncomingMessage request, net::Socket socket) {
    say("server", request->headers["upgrade"], isTls(socket));
    socket->write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: thing\r\n\r\n");
    socket->once(event::data, [=](auto chunk) { say("server", "" + chunk); socket->end("pong"); });
  });
});
scene("wrong arguments", [] {
  auto wrong = [](auto f) {
    try {
      f();
      say("server", "no error");
    } catch (Error& error) {
      say("server", error->code);
    }
  };
  wrong([] { https::createServer({.key = "no key", .cert = pem()}); });
  wrong([] { https::createServer({.ALPNProtocols = {"a"}, .ALPNCallback = [](auto) { return Lookup(); }}); });
  wrong([] { https::createServer({.minVersion = "TLSv9"}); });
  wrong([] { https::createServer()->addContext("", tls::SecureContextOptions()); });
  wrong([] { https::createServer({.headersTimeout = 20, .requestTimeout = 10}); });
  auto server = https::createServer();
  say("server", server->headersTimeout, server->requestTimeout, server->keepAliveTimeout, server->timeout, server->allowHalfOpen, server->noDelay);
});
play();
}); }
