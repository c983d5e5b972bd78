#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/timers.h>
#include <nodecpp/websocket.h>
#include <nodecpp/ws.h>
using namespace nodecpp;

static String hide(String text) { return text.replace(RegExp(":\\d{4,5}", "g"), ":PORT"); }
static void talk(String url, Function<void()> next) {
  auto socket = make<WebSocket>(url);
  socket->onopen = [=] { socket->send("hello"); };
  socket->onmessage = [=](MessageEvent event) { console::log("client", event->data); socket->close(); };
  socket->onerror = [] { console::log("client error"); };
  socket->onclose = [=](CloseEvent event) { console::log("client close", event->code, event->wasClean); setTimeout(next, 10); };
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<bool> refuses = false;
  let<ws::WebSocketServer> server;
  auto proxy = net::createServer([=](net::Socket socket) {
    socket->on(event::error, [] {});
    socket->once(event::data, [=](Buffer data) {
      console::log("proxy", JSON::stringify(hide(data.toString())));
      if (refuses) return void(socket->end("HTTP/1.1 403 No\r\n\r\n"));
      let<net::Socket> other;
      other = net::connect(server->address().port, "127.0.0.1", [=] {
        socket->write("HTTP/1.1 200 OK\r\n\r\n");
        socket->pipe(other.value())->pipe(socket);
      });
      other->on(event::error, [] {});
      socket->on(event::close, [=] { other->destroy(); });
      other->on(event::close, [=] { socket->destroy(); });
    });
  });
  server = make<ws::WebSocketServer>({.host = "127.0.0.1", .port = 0});
  server->on(event::connection, [](ws::WebSocket socket, http::IncomingMessage request) {
    console::log("server", request->url, hide(request->headers["host"].toString()));
    socket->on(event::message, [=](Buffer data, bool) { socket->send(data.toString() + " back"); });
  });
  server->on(event::listening, [=] { proxy->listen(0, "127.0.0.1", [=] {
    auto restore = http::setGlobalProxyFromEnv({{"HTTP_PROXY", str("http://me:secret@127.0.0.1:") + proxy->address().port}, {"NO_PROXY", "direct.example"}});
    String port = str(server->address().port);
    talk("ws://name.example:" + port + "/a?b", [=] { talk("ws://name.example/usual", [=] {
      refuses = true;
      talk("ws://name.example/refused", [=] {
        restore();
        talk("ws://127.0.0.1:" + port + "/direct", [] { process::exit(); });
      });
    }); });
  }); });
}); }
