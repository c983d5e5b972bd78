// The global WebSocket, with a server of ws: messages of all types, closes from both ends, lost connections, and what it
// refuses.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/websocket.h>
#include <nodecpp/ws.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto hidden = [](String text) { return text.replace(RegExp(":\\d+"), ":PORT"); };
  auto quoted = [](String text) { return JSON::stringify(text); };
  auto refused = [](Function<void()> f) {
    try {
      f();
      console::log("accepted");
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  Array<int> codes;
  Array<Function<void()>> steps;
  auto server = make<ws::WebSocketServer>({.handleProtocols = [](Set<String> set, http::IncomingMessage) { String last; for (String each : set) last = each; return last; }, .host = "127.0.0.1", .perMessageDeflate = true, .port = 0});
  server->on(event::connection, [=](ws::WebSocket socket, http::IncomingMessage request) {
    console::log("server", request->url, request->headers["x-own"], str(request->headers["sec-websocket-protocol"]).replace(", ", ","), request->headers["sec-websocket-extensions"]);
    auto raw = request->socket;
    socket->on(event::close, [=](int code) { codes.push(code); });
    socket->on(event::message, [=](Buffer data, bool isBinary) {
      auto text = data.toString();
      if (text == "close") socket->close(4000, "bye");
      else if (text == "plain close") socket->close();
      else if (text == "lost") socket->terminate();
      else if (text == "bad") raw->write(Buffer::from({0x83, 0x00}));
      else socket->send(data, {.binary = isBinary});
    });
  });
  auto next = [=] { setTimeout([=] {
    if (steps.length()) return steps.shift()();
    console::log(codes);
    server->close();
  }, 20); };
  auto all = [=](String label, WebSocket socket) {
    socket->onopen = [=](auto event) { console::log(label, event->type); };
    socket->onerror = [=](auto event) { console::log(label, "error", event->error->name, quoted(event->error->message)); };
    socket->onclose = [=](auto event) {
      console::log(label, "close", event->code, quoted(event->reason), event->wasClean);
      console::log(label, socket->readyState(), socket->bufferedAmount());
      next();
    };
  };
  server->on(event::listening, [=] {
    auto url = "ws://127.0.0.1:" + str(server->address().port);
    steps.push([=] {
      auto socket = make<WebSocket>(url + "/a?b", {"first", "second"});
      console::log(hidden(socket->url()), socket->readyState(), quoted(socket->protocol()), quoted(socket->extensions()), str(socket->binaryType), socket->bufferedAmount());
      refused([=] { socket->send("too early"); });
      all("echo", socket);
      let<int> count = 0;
      socket->addEventListener(event::message, [=](this auto self, MessageEvent event) -> Promise<> {
        count++;
        if (event->data.isString()) console::log("text", quoted(event->data));
        else if (event->data.is<ArrayBuffer>()) console::log("bytes", Buffer::from(event->data.as<ArrayBuffer>()));
        else console::log("blob", event->data.as<Blob>()->size(), quoted(event->data.as<Blob>()->type()), co_await event->data.as<Blob>()->text());
        if (count == 2) {
          socket->binaryType = "arraybuffer";
          socket->send(Buffer::from({1, 2, 255}));
        }
        if (count == 3) socket->send(Uint16Array{1, 2});
        if (count == 4) socket->send(Uint8Array{7, 8}.buffer());
        if (count == 5) {
          socket->send(make<Blob>({"in a ", "blob"}));
          socket->send("behind the blob");
          console::log(socket->bufferedAmount());
        }
        if (count == 7) {
          socket->binaryType = "nonsense";
          console::log(str(socket->binaryType));
          socket->close(3001, "enough");
          socket->close(1000);
          socket->send("ignored");
          console::log(socket->readyState(), socket->bufferedAmount());
        }
      });
      socket->addEventListener(event::open, [=] {
        console::log(socket->readyState(), socket->protocol(), socket->extensions(), socket->readyState() == WebSocket::OPEN);
        refused([=] { socket->close(999); });
        refused([=] { socket->close(1001); });
        refused([=] { socket->close(5000); });
        refused([=] { socket->close(1000, str("x").repeat(124)); });
        refused([=] { socket->close(1000, str("\u20ac").repeat(42)); });
        socket->send("h\u00e4llo");
        socket->send(make<Blob>({"from a blob"}, {.type = "text/plain"}));
      }, {.once = true});
    });
    for (String text : Array<String>{"close", "plain close", "lost", "bad"}) {
      steps.push([=] {
        auto socket = make<WebSocket>(url, {.headers = {{"X-Own", text}}});
        all(text, socket);
        socket->addEventListener(event::open, [=] { socket->send(text); });
      });
    }
    steps.push([=] {
      auto socket = make<WebSocket>(url);
      all("without code", socket);
      socket->addEventListener(event::open, [=] { socket->close(); });
    });
    steps.push([=] {
      auto socket = make<WebSocket>(url);
      all("too early", socket);
      socket->close();
      console::log("closed", socket->readyState());
    });
    steps.push([=] { all("refused", make<WebSocket>("ws://127.0.0.1:1/")); });
    steps.push([=] {
      for (String bad : Array<String>{"", "nonsense", "ftp://x/", "ws://x/#hash"}) refused([=] { make<WebSocket>(bad); });
      refused([=] { make<WebSocket>(url, {"a", "A"}); });
      refused([=] { make<WebSocket>(url, "not valid"); });
      auto http = make<WebSocket>(url.replace("ws", "http") + "/x");
      console::log(hidden(http->url()));
      all("http", http);
      http->addEventListener(event::open, [=] { http->close(1000); });
    });
    next();
  });
}); }
