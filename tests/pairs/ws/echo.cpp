// A server that echoes, and a client with every kind of message.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto wss = make<ws::WebSocketServer>({.host = "127.0.0.1", .port = 0});
  wss->on(event::listening, [=] {
    console::log("listening", wss->address().family, wss->clients.size());
    auto socket = make<WebSocket>("ws://127.0.0.1:" + str(wss->address().port) + "/path?query", Array<String>{"one", "two"});
    console::log(socket->readyState() == WebSocket::CONNECTING, socket->bufferedAmount(), JSON::stringify(socket->protocol()), socket->isPaused());
    try {
      socket->send("too early");
    } catch (const Error& error) {
      console::log(error->message);
    }
    socket->on(event::upgrade, [](auto response) {
      console::log("upgrade", response->statusCode, response->headers["upgrade"], response->headers["sec-websocket-extensions"]);
    });
    socket->on(event::open, [=] {
      console::log("open", socket->readyState() == WebSocket::OPEN, socket->protocol(), JSON::stringify(socket->extensions()), socket->binaryType());
      socket->send("text");
      socket->send(Buffer::from({1, 2, 3}));
      socket->send(Uint8Array{4, 5, 6});
      socket->send("");
      socket->send(42);
      socket->send("bytes of a text", {.binary = true});
      socket->send(Buffer::from("text of bytes"), {.binary = false});
      socket->send("in ", {.fin = false});
      socket->send("three ", {.fin = false});
      socket->send("parts");
      socket->send(str("x").repeat(200));
      socket->send(str("y").repeat(70000), [] { console::log("70000 are written"); });
      socket->ping("are you there");
      socket->ping();
      socket->pong(Buffer::from("not asked"));
      try {
        socket->ping(str("x").repeat(126));
      } catch (const Error& error) {
        console::log(error->name, error->message);
      }
    });
    let<int> left = 10;
    socket->on(event::message, [=](auto data, auto isBinary) {
      console::log("client", isBinary, data.length() > 40 ? str(data.length()) : data.toString());
      if (--left) return;
      socket->close(4001, "that is all");
      console::log(socket->readyState() == WebSocket::CLOSING);
      socket->send("too late", [=](Error error) { console::log(error->message, socket->bufferedAmount() > 0); });
    });
    socket->on(event::ping, [](auto data) { console::log("client ping", data.toString()); });
    socket->on(event::pong, [](auto data) { console::log("client pong", data.toString()); });
    socket->on(event::close, [=](int code, auto reason) {
      socket->close();
      socket->terminate();
      socket->pause();
      setTimeout([=] { console::log("client close", code, reason.toString(), socket->readyState() == WebSocket::CLOSED); }, 50);
    });
  });
  wss->on(event::connection, [=](auto socket, auto request) {
    console::log("connection", request->url, request->headers["sec-websocket-protocol"], socket->protocol(), wss->clients.size(), socket->url());
    socket->on(event::error, [](Error error) { console::log("server", error->message); });
    socket->on(event::message, [=](auto data, auto isBinary) {
      socket->send(data, {.binary = isBinary});
    });
    socket->on(event::ping, [](auto data) { console::log("server ping", data.toString()); });
    socket->on(event::pong, [](auto data) { console::log("server pong", data.toString()); });
    socket->on(event::close, [=](int code, auto reason) {
      console::log("server close", code, reason.toString(), wss->clients.size());
      wss->close([=] {
        console::log("closed");
        wss->close([](Error error) { console::log(error->message); });
      });
    });
  });
  wss->on(event::close, [] { console::log("server is closed"); });
}); }
