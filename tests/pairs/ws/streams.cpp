// createWebSocketStream on both sides, and over TLS.
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/https.h>
#include <nodecpp/ws.h>

#include "../tls/scenes.h"
using ws::WebSocket, ws::WebSocketServer, ws::createWebSocketStream;

static void serve(http::Server server, ws::ServerOptions options, Function<String(int)> address, Function<void()> next) {
  options.server = server;
  auto wss = make<WebSocketServer>(options);
  wss->on(event::connection, [](auto socket, auto request) {
    console::log("connection", request->url);
    auto duplex = createWebSocketStream(socket);
    duplex->on(event::end, [] { setTimeout([] { console::log("server end"); }, 10); });
    duplex->on(event::error, [](Error error) { console::log("server", error->message); });
    duplex->pipe(duplex);
  });
  server->listen(0, "127.0.0.1", [=] {
    auto socket = make<WebSocket>(address(server->address().port), ws::ClientOptions{.rejectUnauthorized = false});
    auto duplex = createWebSocketStream(socket, {.encoding = "utf8"});
    let<int> length = 0;
    duplex->on(event::data, [=](auto chunk) {
      length += int(chunk.length());
      if (length == 300005) duplex->end();
    });
    duplex->on(event::end, [=] { console::log("end", length, "function"); });
    duplex->on(event::error, [](Error error) { console::log("error", error->message); });
    duplex->on(event::close, [=] {
      setTimeout([=] {
        console::log("close", duplex->destroyed());
        wss->close();
        server->close(next);
      }, 20);
    });
    duplex->write("hello");
    duplex->write(str("x").repeat(300000));
  });
}
static void destroyed() {
  let<WebSocketServer> wss;
  wss = make<WebSocketServer>(ws::ServerOptions{.host = "127.0.0.1", .port = 0}, [=] {
    auto duplex = createWebSocketStream(make<WebSocket>("ws://127.0.0.1:" + str(wss->address().port)), {.readableObjectMode = true});
    duplex->on(event::data, [=](auto message) {
      console::log(message.isString() ? "string" : "object", message);
      duplex->destroy();
    });
    duplex->on(event::close, [=] {
      console::log("destroyed", duplex->destroyed());
      wss->close();
    });
  });
  wss->on(event::connection, [](auto socket) {
    socket->send("a text");
    socket->on(event::close, [](int code) { setTimeout([=] { console::log(code); }, 20); });
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String pem = certificate("localhost", "DNS:localhost,IP:127.0.0.1");
  serve(http::createServer(), {}, [](int port) { return "ws://127.0.0.1:" + str(port) + "/plain"; }, [=] {
    serve(https::createServer({.key = pem, .cert = pem}), {.perMessageDeflate = true}, [](int port) { return "wss://127.0.0.1:" + str(port) + "/secure"; }, [] {
      auto failing = createWebSocketStream(make<WebSocket>("ws://127.0.0.1:1"));
      failing->on(event::error, [](Error error) { console::log(error->code, error->message); });
      failing->on(event::close, [] {
        console::log("failing is closed");
        destroyed();
      });
      failing->write("into nothing");
    });
  });
}); }
