// The web's interface: on… attributes, addEventListener, and a socket that is paused.
#include <nodecpp/console.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<ws::WebSocketServer> wss;
  wss = make<ws::WebSocketServer>(ws::ServerOptions{.autoPong = false, .clientTracking = false, .host = "127.0.0.1", .port = 0}, [=] {
    auto socket = make<WebSocket>("ws://127.0.0.1:" + str(wss->address().port));
    auto seen = listener([](ws::MessageEvent event) { console::log("listener", event.type, event.data); });
    socket->onopen = [=](auto event) {
      console::log("onopen", event.type, event.target == socket);
      socket->send("first");
      socket->ping("nobody answers");
      socket->send("second");
      socket->send(Buffer::from("bytes"));
      socket->send("last");
    };
    socket->onmessage = [] { console::log("replaced"); };
    socket->addEventListener(event::message, seen);
    socket->addEventListener(event::message, seen);
    socket->addEventListener(event::message, [](auto event) { console::log("once", event.data); }, {.once = true});
    socket->onmessage = [=](auto event) {
      console::log("onmessage", event.data.isString() ? event.data.toString() : str(event.data.length()));
      if (event.data == "second") {
        socket->removeEventListener(event::message, seen);
        socket->pause();
        console::log(socket->isPaused());
        setTimeout([=] {
          console::log("resumed");
          socket->resume();
        }, 30);
      }
      if (event.data == "last") socket->close(3000, "ж");
    };
    socket->on(event::pong, [] { console::log("pong"); });
    socket->onclose = [=](auto event) {
      console::log("onclose", event.code, event.reason, event.wasClean);
      socket->onclose = nullptr;
      auto failing = make<WebSocket>("ws://127.0.0.1:1");
      failing->onerror = [](auto event) { console::log("onerror", event.type, event.message, event.error->code); };
      failing->addEventListener(event::close, [=](auto event) {
        console::log(event.type, event.code, event.reason, event.wasClean);
        wss->close();
      });
    };
    console::log(socket->listenerCount(event::message), socket->listenerCount(event::close));
  });
  wss->on(event::connection, [](auto socket) {
    let<String> text = "";
    socket->on(event::ping, [](auto data) { console::log("ping", data.toString()); });
    socket->on(event::message, [=](auto data, auto isBinary) {
      socket->send(data, {.binary = isBinary}, [=](Error error) { text += error ? error->message : "sent "; });
    });
    socket->on(event::close, [=](int code, auto reason) { console::log(text, code, reason.toString()); });
  });
}); }
