// A server for other people's clients of HTTP, of WebSockets and of server-sent events; server.js is the same in Node.
// With KEY and CERT it speaks TLS.
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/http/events.h>
#include <nodecpp/https.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/regexp.h>
#include <nodecpp/url.h>
#include <nodecpp/ws.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

using http::IncomingMessage, http::ServerResponse, ws::WebSocket, ws::WebSocketServer;
using Page = Function<void(IncomingMessage, ServerResponse, URLSearchParams)>;
using OnSocket = Function<void(WebSocket, IncomingMessage, URLSearchParams)>;

static perThread<String> page = [] { return String("a line of a page\n").repeat(6000); };
static perThread<Map<String, int>> asked;  // how often a client with an id has asked
static int times(String id) { return asked->has(id) ? int(asked->get(id)) : 0; }
static int count(String id) {
  asked->set(id, times(id) + 1);
  return times(id);
}
static double number(Lookup text) { return toNumber(text.toString()); }
static String text(Lookup value) { return value.toString(); }

static void resume(IncomingMessage request, ServerResponse response, URLSearchParams query) {
  auto range = RegExp("^bytes=(\\d+)-").exec(str(request->headers["range"]));
  double from = range ? toNumber(String(range[1])) : 0;
  String part = page->slice(from);
  response->setHeader("ETag", "\"page\"");
  response->setHeader("Accept-Ranges", "bytes");
  response->setHeader("Content-Length", part.length());
  if (range) response->setHeader("Content-Range", format("bytes {}-{}/{}", from, page->length() - 1, page->length()));
  response->writeHead(range ? 206 : 200);
  if (count(text(query->get("id"))) == 1)
    response->write(part.slice(0, 5000), [=] { response->destroy(); });
  else
    response->end(part);
}

static void sendEvents(IncomingMessage request, ServerResponse response, URLSearchParams query) {
  auto stream = http::events(response, {.retry = 30});
  stream->comment("a comment");
  stream->send({.data = "one", .id = "1"});
  stream->send({.data = "two\nlines", .id = "2"});
  stream->send({.data = str("\U0001f600 ") + request->headers["last-event-id"], .event = "named", .id = "\u20ac"});
  stream->send({.data = "", .id = ""});
  for (int i = 0; i < number(query->get("more")); i++) stream->send({.data = str(i), .event = "more"});
  stream->on(event::close, [] { count("gone"); });
}

static void sendAgain(IncomingMessage request, ServerResponse response, URLSearchParams) {
  double last = toNumber(str(request->headers["last-event-id"] || 0));
  if (last == 3) {
    response->writeHead(204);
    response->end();
    return;
  }
  auto stream = http::events(response, {.retry = 20});
  stream->send({.data = str(last), .id = str(last + 1)});
  stream->close();
}

static Map<String, Page> makePages() {
  return {
      {"/text",
       [](auto, auto response, auto query) { response->end(Buffer::alloc(number(query->get("bytes")), "x")); }},
      {"/echo",
       [](auto request, auto response, auto) {
         response->setHeader("X-Length",
                             str(request->headers["content-length"] || request->headers["transfer-encoding"]));
         request->pipe(response);
       }},
      {"/chunks",
       [](auto, auto response, auto query) {
         for (int i = 0; i < number(query->get("count")); i++) response->write(str("chunk ") + i + "\n");
         response->end();
       }},
      {"/status",
       [](auto, auto response, auto query) {
         response->writeHead(number(query->get("code")), {{"X-Own", "yes"}});
         response->end();
       }},
      {"/redirect",
       [](auto, auto response, auto query) {
         response->writeHead(number(query->get("code")), {{"Location", text(query->get("to"))}});
         response->end();
       }},
      {"/circle",
       [](auto, auto response, auto) {
         response->writeHead(302, {{"Location", "/circle"}});
         response->end();
       }},
      {"/compressed",
       [](auto, auto response, auto query) {
         String how = text(query->get("how"));
         response->setHeader("Content-Encoding", how);
         response->end(how == "gzip" ? zlib::gzipSync(page.value())
                       : how == "br" ? zlib::brotliCompressSync(page.value())
                                     : zlib::deflateSync(page.value()));
       }},
      {"/headers",
       [](auto request, auto response, auto) {
         response->setHeader("Content-Type", "application/json");
         response->setHeader("Set-Cookie", {"a=1", "b=2"});
         response->end(JSON::stringify(var::object({{"own", request->headers["x-own"]},
                                                    {"list", request->headers["x-list"]},
                                                    {"method", request->method},
                                                    {"url", request->url}})));
       }},
      {"/early",
       [](auto, auto response, auto) {
         response->writeEarlyHints({{"link", "</style.css>; rel=preload"}}, [=] {
           response->writeProcessing();
           response->end("late");
         });
       }},
      {"/trailers",
       [](auto, auto response, auto) {
         response->writeHead(200, {{"Trailer", "X-Sum"}});
         response->write("body");
         response->addTrailers({{"X-Sum", "4"}});
         response->end();
       }},
      {"/slow",
       [](auto, auto response, auto query) { setTimeout([=] { response->end("slow"); }, number(query->get("ms"))); }},
      {"/never",
       [](auto, auto response, auto) {
         response->write("some");
         response->on(event::close, [] { count("gone"); });
       }},
      {"/gone", [](auto, auto response, auto) { response->end(str(times("gone"))); }},
      {"/cut",
       [](auto, auto response, auto) {
         response->writeHead(200, {{"Content-Length", 1000}});
         response->write("part", [=] { response->destroy(); });
       }},
      {"/last",
       [](auto, auto response, auto) {
         response->writeHead(200, {{"Connection", "close"}});
         response->end("last");
       }},
      {"/flaky",
       [](auto, auto response, auto query) {
         if (count(text(query->get("id"))) < 3) response->statusCode = 503;
         response->end(str("try ") + times(text(query->get("id"))));
       }},
      {"/resumed", resume},
      {"/cached",
       [](auto request, auto response, auto query) {
         response->setHeader("ETag", "\"one\"");
         response->setHeader("Cache-Control", str("max-age=") + query->get("age"));
         count(text(query->get("id")));
         if (request->headers["if-none-match"] == "\"one\"") response->statusCode = 304;
         response->end(str("asked ") + times(text(query->get("id"))));
       }},
      {"/events", sendEvents},
      {"/events/again", sendAgain},
      {"/count", [](auto, auto response, auto query) { response->end(str(times(text(query->get("id"))))); }},
  };
}
static perThread<Map<String, Page>> pages = [] { return makePages(); };

static void answer(IncomingMessage request, ServerResponse response) {
  auto url = make<URL>(request->url, "http://localhost");
  response->setHeader("X-Port", str(request->socket->remotePort()));
  if (pages->has(url->pathname())) {
    Page found = pages->get(url->pathname());
    found(request, response, url->searchParams());
  } else {
    response->statusCode = 404;
    response->end("nothing here");
  }
}

static void onPaused(WebSocket socket, IncomingMessage, URLSearchParams) {
  let<double> length = 0;
  socket->pause();
  setTimeout([=] { socket->resume(); }, 100);
  socket->on(event::message, [=](auto data) {
    length += data.length();
    if (length == 1 << 22) socket->send("read all");
  });
}

static void onMany(WebSocket socket, IncomingMessage, URLSearchParams query) {
  auto data = Buffer::alloc(number(query->get("bytes")), "m");
  for (int i = 0; i < number(query->get("count")); i++) socket->send(data, {.binary = i % 2 == 0});
  socket->close(1000, "done");
}

// What happens on a WebSocket of each path.
static Map<String, OnSocket> makeSockets() {
  return {
      {"/socket/echo",
       [](auto socket, auto, auto) {
         socket->on(event::message, [=](auto data, auto isBinary) { socket->send(data, {.binary = isBinary}); });
       }},
      {"/socket/close",
       [](auto socket, auto, auto query) {
         if (query->has("code"))
           socket->close(number(query->get("code")), text(query->get("reason") || ""));
         else
           socket->close();
       }},
      {"/socket/closed",
       [](auto socket, auto, auto) {
         socket->on(event::close,
                    [](int code, auto reason) { count(format("closed {} {}", code, reason.toString())); });
       }},
      {"/socket/terminate", [](auto socket, auto, auto) { socket->on(event::message, [=] { socket->terminate(); }); }},
      {"/socket/ping",
       [](auto socket, auto, auto) {
         socket->on(event::pong, [=](auto data) { socket->send("pong " + data); });
         socket->on(event::ping, [=](auto data) { socket->send("ping " + data); });
         socket->ping("beat");
       }},
      {"/socket/many", onMany},
      {"/socket/fragments",
       [](auto socket, auto, auto) {
         socket->send("frag", {.fin = false});
         socket->ping("between");
         socket->send("", {.fin = false});
         socket->send("ments", {.fin = true});
         socket->send(Buffer::from({1, 2}), {.fin = false});
         socket->send(Buffer::from({3}), {.fin = true});
       }},
      {"/socket/paused", onPaused},
      {"/socket/request",
       [](auto socket, auto request, auto) {
         socket->send(JSON::stringify(var::object({{"own", request->headers["x-own"]},
                                                   {"origin", request->headers["origin"]},
                                                   {"protocol", socket->protocol()},
                                                   {"extensions", socket->extensions()},
                                                   {"url", request->url}})));
       }},
  };
}
static perThread<Map<String, OnSocket>> sockets = [] { return makeSockets(); };

static WebSocketServer serverWith(ws::PerMessageDeflateOption perMessageDeflate) {
  return make<WebSocketServer>({
      .handleProtocols = [](Set<String> protocols, IncomingMessage) -> String {
        return protocols.has("second") ? "second" : "";
      },
      .maxPayload = 1 << 23,
      .noServer = true,
      .perMessageDeflate = perMessageDeflate,
      .verifyClient =
          [](ws::ClientInfo info, ws::ClientVerdict callback) {
            callback(!info.req->url.startsWith("/socket/refused"), 403, "not you", {{"X-Why", "refused"}});
          },
  });
}
static perThread<Map<String, WebSocketServer>> servers;

static void upgrade(IncomingMessage request, net::Socket socket, Buffer head) {
  socket->on(event::error, [] {});
  if (request->headers["upgrade"] == "echo") {
    socket->write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
    socket->pipe(socket);
    return;
  }
  auto url = make<URL>(request->url, "http://localhost");
  auto query = url->searchParams();
  WebSocketServer server = servers->get(text(query->get("how") || "deflate"));
  server->handleUpgrade(request, socket, head, [=](WebSocket made, auto) {
    made->on(event::error, [](Error error) { count("error " + error->code); });
    if (!sockets->has(url->pathname())) return made->close(4404, "nothing here");
    OnSocket found = sockets->get(url->pathname());
    found(made, request, query);
  });
}

template <class Server>
static void serve(Server server) {
  server->on(event::upgrade, upgrade);
  server->on(event::connect, [](auto, auto socket, auto) {
    socket->on(event::error, [] {});
    socket->write("HTTP/1.1 200 Connection Established\r\n\r\n");
    socket->pipe(socket);
  });
  server->listen(process::env["PORT"], "127.0.0.1");
}

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    servers = Map<String, WebSocketServer>{
        {"deflate", serverWith(true)},
        {"none", serverWith(false)},
        {"contexts", serverWith(ws::PerMessageDeflateOptions{
                         .serverNoContextTakeover = true, .clientNoContextTakeover = true, .threshold = 0})},
        {"windows", serverWith(ws::PerMessageDeflateOptions{
                        .serverMaxWindowBits = 10, .clientMaxWindowBits = 10, .threshold = 0})},
    };
    if (process::env["KEY"])
      serve(https::createServer(
          {.key = fs::readFileSync(process::env["KEY"]), .cert = fs::readFileSync(process::env["CERT"])}, answer));
    else
      serve(http::createServer(answer));
  });
}
