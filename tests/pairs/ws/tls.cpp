// WebSockets over TLS: ws' client with `ca`, certificates that are refused, and the global client.
#include <nodecpp/https.h>
#include <nodecpp/websocket.h>
#include <nodecpp/ws.h>

#include "../tls/scenes.h"

static void connect(String name, String url, ws::ClientOptions options, Function<void()> next) {
  auto socket = make<ws::WebSocket>(url, options);
  socket->on(event::open, [=] {
    console::log(name, "open");
    socket->send("hello");
  });
  socket->on(event::message, [=](Buffer data) {
    console::log(name, str(data));
    socket->close(1000, "enough");
  });
  socket->on(event::error, [=](Error error) { console::log(name, "error", error->code, error->message); });
  socket->on(event::close, [=](int code) {
    console::log(name, "close", code);
    next();
  });
}
static void connectGlobally(String name, String url, Function<void()> next) {
  auto socket = make<WebSocket>(url);
  socket->onopen = [=] {
    console::log(name, "open");
    socket->send("hello");
  };
  socket->onmessage = [=](auto event) {
    console::log(name, event->data);
    socket->close(1000, "enough");
  };
  socket->onerror = [=](auto event) { console::log(name, event->type); };
  socket->onclose = [=](auto event) {
    console::log(name, event->type, event->code, event->wasClean);
    next();
  };
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto pem = certificate("localhost", "DNS:localhost");
  auto server = https::createServer({.key = pem, .cert = pem});
  auto sockets = make<ws::WebSocketServer>({.server = server});
  sockets->on(event::connection, [](ws::WebSocket socket, http::IncomingMessage request) {
    const bool encrypted = bool(request->socket.as<tls::TLSSocket>());
    const String url = request->url;
    socket->on(event::message, [=](Buffer data, bool isBinary) { socket->send(format("{} {} {}", url, encrypted, data)); });
  });
  server->listen(0, "localhost", [=] {
    auto url = format("wss://localhost:{}/path", server->address().port);
    auto byNumber = format("wss://127.0.0.1:{}/path", server->address().port);
    connect("self-signed", url, {}, [=] {
      connect("trusted", url, {.ca = pem}, [=] {
        connect("unchecked", url, {.rejectUnauthorized = false}, [=] {
          connect("another name", byNumber, {.ca = pem}, [=] {
            connect("named", byNumber, {.servername = "localhost", .ca = pem}, [=] {
              connectGlobally("global, self-signed", url, [=] {
                tls::setDefaultCACertificates({pem});
                connectGlobally("global", url, [=] {
                  sockets->close();
                  server->close();
                });
              }); }); }); }); }); });
  });
}); }
