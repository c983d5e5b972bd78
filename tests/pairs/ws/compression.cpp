// permessage-deflate: what is agreed, and messages that are compressed.
#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/ws.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
using ws::WebSocket, ws::WebSocketServer;
using Deflate = ws::PerMessageDeflateOptions;

static perThread<Array<String>> offers = [] { return Array<String>{
  "permessage-deflate", "permessage-deflate; client_max_window_bits", "permessage-deflate; server_max_window_bits=10; client_max_window_bits=11",
  "permessage-deflate; server_no_context_takeover; client_no_context_takeover", "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=16",
  "permessage-deflate; client_max_window_bits=7", "permessage-deflate; unknown", "permessage-deflate; client_no_context_takeover=1", "permessage-deflate; server_max_window_bits=\"12\"",
  "permessage-deflate; server_max_window_bits=\"1\\2\"", "permessage-deflate; server_max_window_bits=\"\"", "permessage-deflate;", "permessage-deflate; client_max_window_bits; client_max_window_bits",
  "other, permessage-deflate", "other; a=b; c=\"d\", another", "permessage-deflate; server_max_window_bits=9, permessage-deflate", "permessage-deflate; server_max_window_bits =9", " permessage-deflate ", ",", "a,,b", "Permessage-Deflate",
}; };
struct Settings {
  String shown;
  ws::PerMessageDeflateOption option;
};
static Array<Settings> settings() { return {
  {"true", true}, {R"({"serverNoContextTakeover":true,"clientNoContextTakeover":true,"serverMaxWindowBits":10,"clientMaxWindowBits":11})", Deflate{.serverNoContextTakeover = true, .clientNoContextTakeover = true, .serverMaxWindowBits = 10, .clientMaxWindowBits = 11}},
  {R"({"serverNoContextTakeover":false,"serverMaxWindowBits":false,"clientMaxWindowBits":false})", Deflate{.serverNoContextTakeover = false, .serverMaxWindowBits = false, .clientMaxWindowBits = false}}, {R"({"serverMaxWindowBits":12})", Deflate{.serverMaxWindowBits = 12}}, {R"({"clientMaxWindowBits":9})", Deflate{.clientMaxWindowBits = 9}},
}; }
static void ask(int port, String offer, Function<void()> next) {
  auto socket = net::connect(port, "127.0.0.1");
  socket->on(event::data, [=](auto chunk) {
    auto lines = chunk.toString().split("\r\n");
    auto agreed = lines.filter([](String line) { return line.startsWith("Sec-WebSocket-Extensions"); });
    console::log(offer, "->", lines[0], agreed.length() ? agreed[0] : str("undefined"));
    socket->destroy();
    next();
  });
  socket->write("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: " + offer + "\r\n\r\n");
}
static void negotiate(int i, Function<void()> next) {
  auto all = settings();
  if (i == all.length()) return next();
  console::log(all[i]->shown);
  let<WebSocketServer> server;
  server = make<WebSocketServer>(ws::ServerOptions{.host = "127.0.0.1", .perMessageDeflate = all[i]->option, .port = 0}, [=] {
    let<Function<void(int)>> one;
    one = [=](int j) {
      if (j == offers->length()) {
        for (auto client : server->clients) client->terminate();
        server->close([=] { negotiate(i + 1, next); });
        return;
      }
      ask(server->address().port, offers->at(j), [=] { one(j + 1); });
    };
    one(0);
  });
}
// Messages both ways. Those of the client are echoed.
static perThread<String> longText = [] { return str("abcdefghij").repeat(500); };
static Array<stream::Chunk> messages() { return {longText.value(), longText.value(), str("short"), Buffer::from(longText.value()), str(""), str("ж").repeat(3000), longText.value()}; }
static void talk(ws::ServerOptions server, ws::ClientOptions client, Function<void()> next) {
  server.host = "127.0.0.1";
  server.port = 0;
  let<WebSocketServer> wss;
  wss = make<WebSocketServer>(server, [=] {
    auto socket = make<WebSocket>("ws://127.0.0.1:" + str(wss->address().port), client);
    let<int> seen = 0;
    let<int> bytes = 0;
    socket->on(event::upgrade, [=](auto response) {
      console::log(response->headers["sec-websocket-extensions"]);
      response->socket->on(event::data, [=](auto chunk) { bytes += int(chunk.length()); });
    });
    socket->on(event::open, [=] {
      console::log(socket->extensions());
      for (stream::Chunk message : messages()) socket->send(message);
      socket->send("uncompressed", {.compress = false});
      socket->send(longText.value(), {.fin = false});
      socket->send(" and more ", {.fin = false});
      socket->send(longText.value());
      socket->ping("behind them");
    });
    socket->on(event::message, [=](auto data, auto isBinary) {
      console::log("client", isBinary, data.length(), data.subarray(0, 12).toString());
      if (++seen == messages().length() + 2) socket->close(1000);
    });
    socket->on(event::pong, [] { console::log("pong"); });
    socket->on(event::error, [](Error error) { console::log("client", error->code, error->message); });
    socket->on(event::close, [=](int code) {
      setTimeout([=] {
        console::log("client close", code, bytes < 25000);
        wss->close(next);
      }, 20);
    });
  });
  wss->on(event::connection, [](auto socket) {
    socket->on(event::message, [=](auto data, auto isBinary) { socket->send(data, {.binary = isBinary}); });
    socket->on(event::error, [](Error error) { console::log("server", error->code, error->message); });
    socket->on(event::close, [](int code) { console::log("server close", code); });
  });
}
// Compressed frames that are no good, and a bomb.
static Buffer frame(Buffer data, int first = 0xc1) {
  int length = int(data.length());
  auto head = length < 126 ? Buffer::from({first, 0x80 | length, 0, 0, 0, 0}) : Buffer::from({first, 0xfe, length >> 8, length & 255, 0, 0, 0, 0});
  return Buffer::concat({head, data});
}
static void hurt(int i, Function<void()> next) {
  auto bomb = zlib::deflateRawSync(Buffer::alloc(2000000));
  Array<Buffer> cases = {frame(Buffer::from({1, 2, 3, 4, 5})), frame(bomb), frame(zlib::deflateRawSync("good")), frame(Buffer::alloc(0)), Buffer::concat({frame(zlib::deflateRawSync("a"), 0x41), frame(Buffer::alloc(0), 0xc0)}),
    frame(zlib::deflateRawSync(Buffer::from({0xc3})))};
  if (i == cases.length()) return next();
  let<WebSocketServer> wss;
  wss = make<WebSocketServer>(ws::ServerOptions{.host = "127.0.0.1", .maxPayload = 100000, .perMessageDeflate = true, .port = 0}, [=] {
    auto socket = net::connect(wss->address().port, "127.0.0.1");
    socket->on(event::error, [] {});
    socket->once(event::data, [=] {
      socket->write(cases[i]);
      socket->on(event::data, [=](auto chunk) {
        console::log("back", chunk.toString("hex"));
        socket->end();
      });
      if (i == 2 || i == 3) setTimeout([=] { socket->end(); }, 50);
    });
    socket->write("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
  });
  wss->on(event::connection, [=](auto made) {
    made->on(event::error, [=](Error error) { console::log(i, error->code, error->message); });
    made->on(event::message, [=](auto data) { console::log(i, "message", data.toString()); });
    made->on(event::close, [=](int code) {
      console::log(i, "close", code);
      wss->close([=] { hurt(i + 1, next); });
    });
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  negotiate(0, [] { talk({.perMessageDeflate = true}, {}, [] {
    talk({.perMessageDeflate = Deflate{.serverNoContextTakeover = true, .clientNoContextTakeover = true, .serverMaxWindowBits = 10, .threshold = 10}}, {.perMessageDeflate = Deflate{.threshold = 0}}, [] {
      talk({}, {}, [] { talk({.perMessageDeflate = true}, {.perMessageDeflate = false}, [] {
        talk({.allowSynchronousEvents = false, .perMessageDeflate = Deflate{.clientMaxWindowBits = 8}}, {.allowSynchronousEvents = false, .perMessageDeflate = Deflate{.serverMaxWindowBits = 9, .clientMaxWindowBits = 8}}, [] {
          hurt(0, [] { console::log("done"); });
        });
      }); });
    });
  }); });
}); }
