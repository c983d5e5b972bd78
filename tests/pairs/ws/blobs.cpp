// Blobs as messages: what is sent while a Blob is read waits behind it; files that change; connections that close.
#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket, ws::WebSocketServer;

String show(const Error& error) { return error ? error->message : str("no error"); }
void second(WebSocketServer server, Array<String> lines) {
  auto client = make<WebSocket>(format("ws://127.0.0.1:{}", server->address().port));
  client->on(event::open, [=] {
    client->send(make<Blob>({"last words"}));
    client->close(1000, "over");
  });
  client->on(event::close, [=](int code) {
    console::log("closed", code);
    server->close([=] { setTimeout([=] {
      for (auto n : {"1", "2"}) for (String line : lines) if (line.startsWith(n)) console::log(line);
    }, 20); });
  });
  try {
    client->send(make<Blob>({"early"}));
  } catch (const Error& error) {
    console::log(error->message);
  }
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  String path = format("/tmp/nodecpp_pair_ws_blob_{}", process::pid);
  // What the server sees is printed at the end, since its order with what the client sees is open.
  Array<String> lines;
  auto server = make<WebSocketServer>({.perMessageDeflate = ws::PerMessageDeflateOptions{.threshold = 100}, .port = 0});
  let<int> connections = 0;
  server->on(event::connection, [=](auto socket) {
    const int n = ++connections;
    socket->on(event::message, [=](Buffer data, bool isBinary) {
      lines.push(format("{} message {} {} {}", n, isBinary, data.length(), data.subarray(0, 20)));
      if (data.length() == 300) socket->send("got it");
    });
    socket->on(event::ping, [=](Buffer data) { lines.push(format("{} ping {}", n, data)); });
    socket->on(event::close, [=](int code, Buffer reason) {
      lines.push(format("{} close {} {}", n, code, reason));
      if (n == 1) setTimeout([=] { second(server, lines); }, 10);
    });
  });
  server->on(event::listening, [=] {
    auto client = make<WebSocket>(format("ws://127.0.0.1:{}", server->address().port));
    client->on(event::open, [=] {
      client->send("first");
      client->send(make<Blob>({"a blob"}), [](Error error) { console::log("sent blob", show(error)); });
      console::log(client->bufferedAmount() >= 6);
      client->send("behind", [](Error error) { console::log("sent behind", show(error)); });
      client->ping("ping");
      client->send(make<Blob>({str("x").repeat(1000)}));
      client->send(make<File>({"a file"}, "name.txt"), {.binary = false});
      client->send(str("y").repeat(500));
      client->send(make<Blob>());
      client->send("part one, ", {.fin = false});
      client->send(make<Blob>({"part two, "}), {.fin = false});
      client->send("part three");
      client->send(make<Blob>({str("z").repeat(300)}), {.compress = true}, [](Error error) { console::log("compressed", show(error)); });
      client->on(event::message, [=] {
        fs::writeFileSync(path, "contents");
        fs::openAsBlob(path).then([=](Blob blob) {
          fs::writeFileSync(path, "other contents");
          client->on(event::error, [](Error error) { console::log("error", error->name, error->message); });
          client->on(event::close, [=](int code) {
            console::log("close", code);
            client->send(make<Blob>({"late"}), [](Error error) { console::log("late", show(error)); });
            fs::unlinkSync(path);
          });
          client->send(blob, [](Error error) { console::log("changed", error->name); });
          client->send("never", [](Error error) { console::log("never", error->name); });
        });
      });
    });
  });
}); }
