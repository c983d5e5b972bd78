// A program with everything that nodecpp-log must distinguish: an HTTP server with upgrades and CONNECT, a net server,
// and a client of its own. It listens on $PORT for HTTP and on $PORT + 1 for net.
#include <nodecpp/http.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    int port = int(process::env["PORT"].toNumber());
    auto server = http::createServer([=](auto request, auto response) {
      if (request->url == "/ask") {
        // This connection belongs to the program's own client, not to the server.
        http::get({.host = "127.0.0.1", .path = "/asked", .port = port}, [=](auto answer) {
          answer->resume();
          answer->on(event::end, [=] { response->end("asked"); });
        });
        return;
      }
      if (request->url == "/later") return void(setTimeout([=] { response->end("later"); }, 30));
      if (request->url == "/crash") throw Error("as asked");
      request->resume();
      request->on(event::end, [=] {
        response->write("parts ");
        response->end(request->method + " " + request->url);
      });
    });
    server->on(event::upgrade, [](auto request, auto socket, auto head) {
      socket->write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n");
      socket->on(event::data, [=](auto chunk) { socket->write(chunk); });
      socket->on(event::end, [=] { socket->end(); });
    });
    server->on(event::connect, [](auto request, auto socket, auto head) {
      socket->write("HTTP/1.1 200 Connected\r\n\r\n");
      socket->on(event::data, [=](auto chunk) { socket->write(chunk); });
      socket->on(event::end, [=] { socket->end(); });
    });
    server->listen(port, "127.0.0.1");
    net::createServer([](auto socket) {
      socket->on(event::data, [=](auto chunk) { socket->end(chunk); });
    })->listen(port + 1, "127.0.0.1");
  });
}
