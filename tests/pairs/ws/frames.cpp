// What a server makes of frames, good and bad, and what a client does.
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket;

static const char upgrade[] = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
static void listen(WebSocket socket, String name, Function<void()> done) {
  socket->on(event::error, [=](Error error) { console::log(name, error->name, error->code, error->message); });
  socket->on(event::message, [=](auto data, auto isBinary) {
    console::log(name, isBinary ? "bytes" : "text", data.length() > 30 ? str(data.length()) : data.toString("latin1"));
    if (data.toString() == "throw") socket->terminate();
  });
  socket->on(event::ping, [=](auto data) { console::log(name, "ping", data.toString()); });
  socket->on(event::pong, [=](auto data) { console::log(name, "pong", data.toString()); });
  socket->on(event::close, [=](int code, auto reason) {
    console::log(name, "close", code, reason.toString());
    done();
  });
}
// Sends bytes in hexadecimal, in one piece and byte by byte, and shows what comes back.
static void send(int port, String hex, bool byByte, Function<void()> next) {
  auto socket = net::connect(port, "127.0.0.1");
  let<Buffer> answer = Buffer::alloc(0);
  let<bool> sent = false;
  socket->on(event::data, [=](auto chunk) {
    answer = Buffer::concat({answer, chunk});
    auto end = answer->indexOf("\r\n\r\n");
    if (end < 0 || sent) return;
    sent = true;
    answer = answer->subarray(end + 4);
    auto bytes = Buffer::from(hex, "hex");
    if (!byByte) {
      socket->write(bytes);
      return;
    }
    socket->setNoDelay();
    let<int> at = 0;
    let<Function<void()>> one;
    one = [=] {
      if (at == bytes.length() || socket->destroyed()) return;
      socket->write(bytes.subarray(at, at + 1));
      at++;
      setImmediate(one);
    };
    one();
  });
  socket->on(event::error, [] {});
  socket->on(event::end, [=] { socket->end(); });
  socket->on(event::close, [=] {
    console::log("back", answer->length() > 60 ? str(answer->length()) : answer->toString("hex"));
    next();
  });
  socket->write(upgrade);
}
static perThread<Array<String>> bad = [] {
  String close = str("888200000000") + "03e8";
  return Array<String>{
    close, str("8880") + "00000000", str("8881") + "00000000" + "03", str("888200000000") + "03ed", str("888200000000") + "03e7", str("888200000000") + "1388",
    str("888400000000") + "03e8" + "c328", str("888800000000") + "0fa0" + "686921212121",
    str("818501020304") + "69676f686e" + close, str("8185") + "00000000" + "68656c6c6f" + "8a8200000000" + "6f6b" + "898000000000" + close,
    str("8105") + "68656c6c6f", str("c18500000000") + "68656c6c6f", str("a18500000000") + "68656c6c6f", str("918500000000") + "68656c6c6f", "838000000000", "878000000000",
    "8b8000000000", "8f8000000000", "098000000000", "898000000000" + close, "89fe00000000007e", str("888000000000") + "818100000000" + "61",
    "808000000000", str("018100000000") + "61" + "818100000000" + "62", str("018100000000") + "61" + "898100000000" + "70" + "808100000000" + "62" + close,
    str("018000000000") + "008000000000" + "808000000000" + close, str("028100000000") + "c3" + "808100000000" + "28" + close,
    str("8181") + "00000000" + "c3" + close, str("018100000000") + "c3" + "808100000000" + "a9" + close, str("818300000000") + "eda080", str("818400000000") + "f4908080",
    str("81fe") + "0003" + "00000000" + "616263" + close, str("81ff") + "0000000000000003" + "00000000" + "616263" + close, str("81ff") + "0020000000000000" + "00000000",
    str("81fe") + "03e9" + "00000000", str("018100000000") + "61" + "80fe" + "03e8" + "00000000", str("818500000000") + "7468726f77" + "818100000000" + "61",
  };
};
static void asClient();

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<ws::WebSocketServer> server;
  server = make<ws::WebSocketServer>(ws::ServerOptions{.host = "127.0.0.1", .maxPayload = 1000, .port = 0}, [=] {
    let<Function<void(int)>> next;
    next = [=](int i) {
      if (i == 2 * bad->length()) {
        server->close();
        return asClient();
      }
      let<int> left = 2;
      auto done = [=] { if (--left == 0) next(i + 1); };
      server->once(event::connection, [=](auto socket) { listen(socket, "server", done); });
      console::log(bad->at(i >> 1), i % 2 == 1);
      send(server->address().port, bad->at(i >> 1), i % 2 == 1, done);
    };
    next(0);
  });
}); }

// A server of bytes, for the client's side.
static void asClient() {
  Array<String> frames = {str("8105") + "68656c6c6f" + "8800", str("818500000000") + "68656c6c6f", str("8902") + "6869" + "8a00" + "8802" + "03e8", str("8805") + "0bb8" + "627965", "81", "", "c10161", str("0101") + "61" + "8001" + "62" + "8800"};
  auto bytes = http::createServer();
  let<String> frame = "";
  bytes->on(event::upgrade, [=](auto request, auto socket) {
    auto accept = crypto::createHash("sha1")->update(request->headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")->digest("base64");
    socket->write(Buffer::concat({Buffer::from("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + "\r\n\r\n"), Buffer::from(frame, "hex")}));
    let<String> answer = "";
    socket->on(event::data, [=](auto chunk) { answer += chunk.toString("hex"); });
    socket->on(event::error, [] {});
    socket->on(event::end, [=] {
      // The mask is zeros.
      console::log("bytes", answer);
      socket->end();
    });
    if (frame->length() <= 2) socket->end();
  });
  bytes->listen(0, "127.0.0.1", [=] {
    let<Function<void(int)>> next;
    next = [=](int i) {
      if (i == frames.length()) {
        bytes->close();
        return;
      }
      frame = frames[i];
      console::log("frame", frame);
      auto socket = make<WebSocket>("ws://127.0.0.1:" + str(bytes->address().port), ws::ClientOptions{.generateMask = [](Buffer mask) { mask.fill(0); }});
      listen(socket, "client", [=] { setTimeout([=] { next(i + 1); }, 10); });
    };
    next(0);
  });
}
