// right: request and response are used after the connection has closed
// > GET /a-path-that-is-longer-than-what-a-String-has-room-for localhost true
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<http::IncomingMessage> request;
  let<http::ServerResponse> response;
  auto server = http::createServer([=](auto req, auto res) {
    request = req;
    response = res;
    res->end("x");
  });
  server->listen(0, "127.0.0.1", [=] {
    http::get({.host = "127.0.0.1", .port = server->address().port,
               .path = "/a-path-that-is-longer-than-what-a-String-has-room-for", .headers = {{"Host", "localhost"}}},
              [=](http::IncomingMessage message) {
      message->resume();
      message->on(event::end, [=] {
        server->close([=] {
          console::log(request->method, request->url, request->headers["host"], response->headersSent());
          response->write("more");
        });
        server->closeAllConnections();
      });
    });
  });
}); }
