#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/map.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/url.h>
#include <nodecpp/ws.h>
using namespace nodecpp;
using ws::WebSocket, ws::WebSocketServer;

// A chat with rooms. GET / answers with the page whose file is the argument. A WebSocket at /ROOM?name=NAME is a place in
// that room: each text that it sends goes to all that are there. Texts of more than 1,000 bytes close it.

perThread<Map<String, Set<WebSocket>>> rooms;

void say(String room, String text) {
  for (auto socket : rooms->get(room, Set<WebSocket>())) {
    if (socket->readyState() == WebSocket::OPEN) socket->send(text);
  }
}

void leave(String room, WebSocket socket) {
  auto members = rooms->get(room);
  members.delete_(socket);
  if (members.size() == 0) rooms->delete_(room);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto page = fs::readFileSync(process::argv[2]);

  auto server = http::createServer([=](auto request, auto response) {
    if (request->url == "/") {
      response->writeHead(200, {{"Content-Type", "text/html; charset=utf-8"}});
      response->end(page);
    } else if (request->url == "/rooms") {
      String list = "";
      for (auto [room, members] : rooms.value()) list += room + " " + str(members.size()) + "\n";
      response->end(list);
    } else {
      response->writeHead(404);
      response->end("There is no such page.\n");
    }
  });

  auto wss = make<WebSocketServer>({.maxPayload = 1000, .server = server});
  wss->on(event::connection, [](auto socket, auto request) {
    auto url = make<URL>(request->url, "http://chat");
    auto room = url->pathname();
    String name = url->searchParams()->get("name") || "somebody";
    if (!rooms->has(room)) rooms->set(room, Set<WebSocket>());
    rooms->get(room).add(socket);
    say(room, name + " has come");
    socket->on(event::message, [=](auto data) {
      say(room, name + ": " + data);
    });
    socket->on(event::error, [=](Error error) {
      console::error(name, error->message);
    });
    socket->on(event::close, [=] {
      leave(room, socket);
      say(room, name + " has gone");
    });
  });

  server->listen(process::env["PORT"] || 0, "127.0.0.1", [=] {
    console::log(server->address().port);
  });
}); }
