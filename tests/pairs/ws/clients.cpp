// What a client makes of servers that answer wrongly, redirect, wait or refuse, and what it sends.
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket;

static String accept(http::IncomingMessage request) { return crypto::createHash("sha1")->update(request->headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")->digest("base64"); }
static perThread<int> port = 0;
static String good(http::IncomingMessage request) { return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept(request) + "\r\n"; }
using Answer = Function<String(http::IncomingMessage)>;
static perThread<Map<String, Answer>> answers = [] { return Map<String, Answer>{
  {"/not-websocket", [] { return str("HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n"); }},
  {"/bad-accept", [] { return str("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n"); }},
  {"/protocol", [](auto request) { return good(request) + "Sec-WebSocket-Protocol: one\r\n\r\n"; }},
  {"/extension", [](auto request) { return good(request) + "Sec-WebSocket-Extensions: other\r\n\r\n"; }},
  {"/bad-extension", [](auto request) { return good(request) + "Sec-WebSocket-Extensions: permessage-deflate; x\r\n\r\n"; }},
  {"/malformed-extension", [](auto request) { return good(request) + "Sec-WebSocket-Extensions: permessage-deflate;\r\n\r\n"; }},
  {"/good", [](auto request) { return good(request) + "\r\n"; }},
  {"/404", [] { return str("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnone"); }},
  {"/circle", [] { return str("HTTP/1.1 302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"); }},
  {"/to-good", [] { return str("HTTP/1.1 307 Temporary Redirect\r\nLocation: /good?redirected\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"); }},
  {"/to-other", [] { return "HTTP/1.1 301 Moved Permanently\r\nLocation: ws://localhost:" + str(port) + "/good\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"; }},
  {"/to-file", [] { return str("HTTP/1.1 301 Moved Permanently\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"); }},
  {"/to-nowhere", [] { return str("HTTP/1.1 301 Moved Permanently\r\nLocation: http://:x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"); }},
  {"/broken", [] { return str("nonsense\r\n\r\n"); }},
  {"/gone", [] { return str(""); }},
}; };
static perThread<http::Server> server;
struct Try {
  String path;
  ws::Protocols protocols{};
  ws::ClientOptions options{};
};
static Array<Try> tries() { return {
  {"/not-websocket"}, {"/bad-accept"}, {"/protocol"}, {"/protocol", "two"}, {"/protocol", {"two", "one"}}, {"/good", "one"},
  {"/extension"}, {"/bad-extension"}, {"/malformed-extension"}, {"/extension", {}, {.perMessageDeflate = false}}, {"/good"}, {"/404"},
  {"/circle", {}, {.followRedirects = true, .maxRedirects = 2}}, {"/to-good"}, {"/to-good", {}, {.followRedirects = true}},
  {"/to-other", {}, {.followRedirects = true, .headers = {{"Authorization", "secret"}, {"Cookie", "a=b"}, {"X-Own", "kept"}}}},
  {"/to-file", {}, {.followRedirects = true}}, {"/to-nowhere", {}, {.followRedirects = true}}, {"/broken"}, {"/gone"}, {"/silent", {}, {.handshakeTimeout = 30}},
  {"/good", {}, {.origin = "http://here", .protocolVersion = 13, .headers = {{"X-Own", "mine"}}}}, {"/good", {}, {.origin = "http://here", .protocolVersion = 8}},
  {"/to-good", {}, {.finishRequest = [](http::ClientRequest request, WebSocket socket) {
    console::log("finish", request->method, socket->readyState());
    request->setHeader("X-Own", "finished");
    request->end();
  }, .followRedirects = true}},
  {"/good", {}, {.perMessageDeflate = ws::PerMessageDeflateOptions{.serverNoContextTakeover = true, .serverMaxWindowBits = 9, .clientMaxWindowBits = 10}}},
}; }
static void early();
static void attempt(int i) {
  auto all = tries();
  if (i == all.length()) return early();
  const Try one = all[i];
  auto socket = make<WebSocket>("ws://user:pass@127.0.0.1:" + str(port) + one.path, one.protocols, one.options);
  socket->on(event::open, [=] {
    console::log("open", JSON::stringify(socket->protocol()), socket->url().replace(str(port), "port"));
    socket->close();
    socket->terminate();
  });
  if (one.path == "/404" && i % 2 == 1) socket->on(event::unexpectedResponse, [=](auto request, auto response) {
    console::log("unexpected", request->method, response->statusCode);
    socket->terminate();
  });
  if (one.options.finishRequest) socket->on(event::redirect, [](String url, auto request) {
    console::log("redirect", url.replace(str(port), "port"), request->path);
  });
  socket->on(event::error, [](Error error) { console::log(error->name, error->code || "", error->message.replace(str(port), "port")); });
  socket->on(event::close, [=](int code, auto reason) {
    console::log("close", code, reason.length(), socket->readyState());
    setTimeout([=] { attempt(i + 1); }, 2);
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  server = http::createServer();
  (*server)->on(event::upgrade, [](auto request, auto socket) {
    Array<String> fields = {"sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions", "origin", "sec-websocket-origin", "authorization", "cookie", "x-own", "connection"};
    console::log("asked", request->url, fields.map([=](String name) { return name + "=" + request->headers[name].toString(); }).filter([](String text) { return !text.endsWith("=undefined"); }).join(" "));
    socket->on(event::error, [] {});
    socket->on(event::end, [=] { socket->end(); });
    auto path = request->url.split("?")[0];
    if (path == "/silent") return;
    auto answer = answers->get(path)(request);
    if (!answer.empty()) socket->write(answer);
    else socket->destroy();
  });
  (*server)->listen(0, "127.0.0.1", [] {
    port = (*server)->address().port;
    attempt(0);
  });
}); }
// Sockets that are closed before they are open, and what cannot be made at all.
static void early() {
  for (Try one : Array<Try>{
    {"no url"}, {"ftp://x"}, {"ws://x#fragment"}, {"ws+unix:"}, {"ws://x", "a b"}, {"ws://x", {"a", "a"}}, {"ws://x", ""}, {"ws://x", {}, {.protocolVersion = 9}},
  }) {
    try {
      make<WebSocket>(one.path, one.protocols, one.options);
      console::log("made");
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
  let<int> left = 3;
  auto over = [=] { if (--left == 0) (*server)->close(); };
  auto closing = make<WebSocket>("ws://127.0.0.1:" + str(port) + "/good");
  closing->on(event::error, [=](Error error) { console::log("closing", error->message, closing->readyState()); });
  closing->on(event::close, [=](int code) {
    console::log("closing", code);
    over();
  });
  closing->close();
  console::log(closing->readyState());
  closing->send("lost", [=](Error error) { console::log(error->message, closing->bufferedAmount()); });
  auto upgrading = make<WebSocket>(make<URL>("ws://127.0.0.1:" + str(port) + "/good?upgrading"));
  upgrading->on(event::upgrade, [=] { upgrading->terminate(); });
  upgrading->on(event::error, [](Error error) { console::log("upgrading", error->message); });
  upgrading->on(event::close, [=](int code) {
    setTimeout([=] {
      console::log("upgrading", code);
      over();
    }, 20);
  });
  auto refused = make<WebSocket>("ws://127.0.0.1:1/");
  refused->on(event::error, [](Error error) {
    setTimeout([=] { console::log("refused", error->code, error->message); }, 40);
  });
  refused->on(event::close, [=](int code) {
    setTimeout([=] {
      console::log("refused", code);
      over();
    }, 60);
  });
}
