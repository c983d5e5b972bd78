#include <nodecpp/console.h>
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/json.h>
#include <nodecpp/timers.h>
#include <nodecpp/websocket.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
namespace dc = diagnostics_channel;
using ws::WebSocketServer;

struct Scene {
  WebSocketServer server;
  WebSocket socket;
  Array<String> steps = {"ping", "close", "reset"};
};
static bool isIts(let<Scene> scene, var message) { return message["websocket"].handle<WebSocket>() == scene->socket; }
static void next(let<Scene> scene) {
  if (scene->steps.length() == 0) return void(scene->server->close());
  String step = scene->steps.shift();
  console::log("--", step);
  scene->socket = make<WebSocket>(format("ws://127.0.0.1:{}/", scene->server->address().port), ws::Protocols{"chat", "other"});
  scene->socket->onopen = [=] {
    console::log("event open");
    scene->socket->send(step);
  };
  scene->socket->onmessage = [=](auto event) {
    console::log("event message", event->data);
    scene->socket->close(1000, "enough");
  };
  scene->socket->onerror = [] { console::log("event error"); };
  scene->socket->onclose = [=](auto event) {
    console::log("event close", event->code);
    setTimeout([=] { next(scene); }, 20);
  };
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Scene> scene{Scene()};
  scene->server = make<WebSocketServer>({.handleProtocols = [](Set<String> set, auto) { return Array<>::from(set)[0]; }, .host = "127.0.0.1", .perMessageDeflate = true, .port = 0});
  dc::subscribe("undici:websocket:open", [=](var message) {
    var address = message["address"], response = message["handshakeResponse"], headers = response["headers"];
    console::log("open", address["address"], address["family"], address["port"] > 0, message["protocol"], message["extensions"], isIts(scene, message), message["websocket"].handle<WebSocket>()->readyState());
    console::log(response["status"], response["statusText"], headers["upgrade"], headers["connection"], headers["sec-websocket-protocol"], headers["sec-websocket-accept"].length());
  });
  dc::subscribe("undici:websocket:close", [=](var message) { console::log("close", isIts(scene, message), message["code"], JSON::stringify(message["reason"])); });
  dc::subscribe("undici:websocket:socket_error", [](var error) { console::log("socket_error", error["code"], error["message"]); });
  dc::subscribe("undici:websocket:ping", [=](var message) { console::log("ping", JSON::stringify(message["payload"].buffer().toString()), isIts(scene, message)); });
  dc::subscribe("undici:websocket:pong", [=](var message) { console::log("pong", JSON::stringify(message["payload"].buffer().toString()), isIts(scene, message)); });
  scene->server->on(event::connection, [](ws::WebSocket other, http::IncomingMessage request) {
    other->on(event::error, [] {});
    other->on(event::message, [=](Buffer data) {
      auto text = data.toString();
      if (text == "ping") {
        other->ping("with data");
        other->pong("unasked");
        other->send("pinged");
      } else if (text == "close") {
        other->close(4001, "bye");
      } else {
        request->socket->resetAndDestroy();
      }
    });
  });
  scene->server->on(event::listening, [=] { next(scene); });
}); }
