// right: a response is dropped, unread, in the listener that received it
// > 200
// > closed
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<http::Server> server;
  server = http::createServer([](auto request, auto response) {
    response->on(event::error, [](Error) {});
    response->end(str("x").repeat(300000));
  });
  server->listen(0, "127.0.0.1", [=] {
    let<http::ClientRequest> request;
    request = http::get({.host = "127.0.0.1", .port = server->address().port}, [=](http::IncomingMessage message) {
      console::log(message->statusCode);
      request->on(event::error, [](Error) {});
      message->on(event::error, [](Error) {});
      request->destroy();
      request = http::ClientRequest();
      server->closeAllConnections();
      server->close([] { console::log("closed"); });
      server = http::Server();
    });
  });
}); }
