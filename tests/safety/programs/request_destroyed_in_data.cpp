// right: a request with a body is destroyed and dropped while its body is being received
// > closed
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<http::Server> server;
  server = http::createServer([=](auto request, auto response) {
    let<http::IncomingMessage> kept = request;
    request->on(event::data, [=](Buffer) {
      if (!kept) return;
      kept->destroy();
      kept = http::IncomingMessage();
      server->closeAllConnections();
      server->close([] { console::log("closed"); });
      server = http::Server();
    });
    response->on(event::error, [](Error) {});
  });
  server->listen(0, "127.0.0.1", [=] {
    auto request = http::request({.host = "127.0.0.1", .port = server->address().port, .method = "POST"});
    request->on(event::error, [](Error) {});
    request->end(str("x").repeat(500000));
  });
}); }
