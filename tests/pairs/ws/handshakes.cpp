// What a server answers to handshakes, good and bad, byte by byte.
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocketServer;

using Lines = Array<String>;
static perThread<String> key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
static perThread<Lines> good = [] { return Lines{"Upgrade: websocket", "Connection: Upgrade", key, "Sec-WebSocket-Version: 13"}; };
static perThread<int> port;
static Lines without(String name) {
  return good->filter([=](String line) { return !line.startsWith(name); });
}
static Lines plus(Lines lines, String more) { return lines.concat(Lines{more}); }
struct Case {
  Lines lines;
  String method = "GET";
  String path = "/";
};
static void ask(Case one, Function<void()> next) {
  auto socket = net::connect(port, "127.0.0.1");
  let<String> answer = "";
  let<bool> over = false;
  let<Function<void()>> end;
  end = [=] {
    if (over) return;
    over = true;
    socket->destroy();
    console::log(answer->split("\r\n").filter([](String line) { return !line.startsWith("Date"); }).join("|"));
    next();
  };
  socket->on(event::data, [=](auto chunk) {
    answer += chunk;
    if (answer->startsWith("HTTP/1.1 101") && answer->includes("\r\n\r\n")) end();
    if (answer->endsWith("Upgrade Required")) end();
  });
  socket->on(event::close, [=] { end(); });
  socket->write(one.method + " " + one.path + " HTTP/1.1\r\nHost: x\r\n" + one.lines.join("\r\n") + "\r\n\r\n");
}
static void askAll(Array<Case> cases, Function<void()> next) {
  if (!cases.length()) return next();
  ask(cases[0], [=] { askAll(cases.slice(1), next); });
}
static void serve(ws::ServerOptions options, Array<Case> cases, Function<void()> next) {
  options.host = "127.0.0.1";
  options.port = 0;
  let<ws::WebSocketServer> server;
  server = make<WebSocketServer>(options, [=] {
    port = server->address().port;
    askAll(cases, [=] {
      for (auto client : server->clients) client->terminate();
      server->close(next);
    });
  });
  server->on(event::connection, [](auto socket, auto request) { console::log("connected", request->url, socket->protocol(), socket->extensions()); });
}
static Case protocols(String value) { return {plus(good, "Sec-WebSocket-Protocol: " + value)}; }
static void more();

int main(int argc, char** argv) { return run(argc, argv, [] {
  serve({}, {
    {good}, {good, "POST"}, {good, "HEAD"}, {Lines{}}, {without("Upgrade")}, {without("Connection")}, {without("Sec-WebSocket-Key")},
    {without("Sec-WebSocket-Version")}, {plus(without("Upgrade"), "Upgrade: WebSocket")}, {plus(without("Upgrade"), "Upgrade: h2c")},
    {plus(without("Sec-WebSocket-Key"), "Sec-WebSocket-Key: short==")}, {plus(without("Sec-WebSocket-Key"), "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=*")},
    {plus(without("Sec-WebSocket-Version"), "Sec-WebSocket-Version: 8")}, {plus(without("Sec-WebSocket-Version"), "Sec-WebSocket-Version: 7")},
    {plus(without("Sec-WebSocket-Version"), "Sec-WebSocket-Version: 13, 8")}, {plus(without("Sec-WebSocket-Version"), "Sec-WebSocket-Version: 0xd")},
    protocols("a"), protocols("a, b"), protocols("a,b ,c"), protocols("a,"), protocols(",a"), protocols("a a"), protocols("a,a"), protocols("\"a\""), protocols("a;b"),
  }, [] { serve({
    .handleProtocols = [](Set<String> offered, http::IncomingMessage request) -> String {
      console::log(Array<>::from(offered).join("+"), request->url);
      return offered.has("b") ? "b" : "";
    },
    .path = "/chat",
    .verifyClient = [](ws::ClientInfo info) {
      console::log(info.origin, info.secure, info.req->url);
      return info.origin != "bad";
    },
  }, {
    {good, "GET", "/chat"}, {good, "GET", "/chat?room=1"}, {good, "GET", "/other"}, {good, "GET", "/chatter"},
    {plus(good, "Origin: bad"), "GET", "/chat"}, {plus(good, "Origin: http://good"), "GET", "/chat"},
    {plus(good, "Sec-WebSocket-Protocol: a, b, c"), "GET", "/chat"}, {plus(good, "Sec-WebSocket-Protocol: a"), "GET", "/chat"},
  }, [] { serve({
    .verifyClient = [](ws::ClientInfo info, ws::ClientVerdict callback) {
      setImmediate([=] {
        if (info.req->url == "/yes") callback(true);
        else if (info.req->url == "/no") callback(false);
        else if (info.req->url == "/teapot") callback(false, 418);
        else callback(false, 403, "not you", {{"X-Why", "because"}, {"Content-Type", "text/plain"}});
      });
    },
  }, {{good, "GET", "/yes"}, {good, "GET", "/no"}, {good, "GET", "/teapot"}, {good, "GET", "/else"}}, more); }); });
}); }

// Classes of the program's own.
class ChoosyObject : public ws::WebSocketServerObject {
 public:
  using WebSocketServerObject::WebSocketServerObject;
  bool shouldHandle(http::IncomingMessage request) override { return WebSocketServerObject::shouldHandle(request) && request->url.endsWith("?yes"); }
};
static void shared();
static void more() {
  let<Handle<ChoosyObject>> choosy;
  choosy = make<ChoosyObject>(ws::ServerOptions{.backlog = 5, .host = "127.0.0.1", .path = "/chosen", .port = 0}, [=] {
    port = choosy->address().port;
    askAll({{good, "GET", "/chosen?yes"}, {good, "GET", "/chosen?no"}, {good, "GET", "/other?yes"}}, [=] {
      for (auto client : choosy->clients) client->terminate();
      choosy->close(shared);
    });
  });
}
static void shared() {
  // An http server of the program's own, with two servers of WebSockets, one of them listening to bad clients.
  auto own = http::createServer([](auto request, auto response) { response->end("plain"); });
  auto first = make<WebSocketServer>({.clientTracking = false, .noServer = true});
  auto second = make<WebSocketServer>({.noServer = true});
  second->on(event::headers, [](auto headers, auto request) {
    console::log(headers.length(), request->url);
    headers.push("Set-Cookie: a=b");
  });
  second->on(event::wsClientError, [](auto error, auto socket, auto request) {
    console::log(error->message, request->url);
    socket->end("HTTP/1.1 400 Mine\r\n\r\n");
  });
  own->on(event::upgrade, [=](auto request, auto socket, auto head) {
    auto target = request->url == "/first" ? first : second;
    target->handleUpgrade(request, socket, head, [=](auto made, auto of) {
      console::log("upgraded", of == request, made->readyState(), target->options.clientTracking ? str(target->clients.size()) : str("none"));
      try {
        target->handleUpgrade(request, socket, head, [] {});
      } catch (const Error& error) {
        console::log(error->message);
      }
    });
  });
  try {
    first->address();
  } catch (const Error& error) {
    console::log(error->message);
  }
  own->listen(0, "127.0.0.1", [=] { port = own->address().port; askAll({{good, "GET", "/first"}, {good, "GET", "/second"}, {without("Sec-WebSocket-Key"), "GET", "/second"}, {Lines{"X: y", "Connection: close"}}}, [=] {
    first->close([] { console::log("first closed"); });
    second->close([] { console::log("second closed"); });
    for (auto client : second->clients) client->terminate();
    setTimeout([=] { ask({good, "GET", "/second"}, [=] {
      own->close();
      for (ws::ServerOptions options : {ws::ServerOptions{}, {.noServer = true, .port = 1}, {.noServer = true, .server = own}, {.port = 0, .server = own}}) {
        try {
          make<WebSocketServer>(options);
        } catch (const Error& error) {
          console::log(error->name, error->message);
        }
      }
    }); }, 20);
  }); });
}
