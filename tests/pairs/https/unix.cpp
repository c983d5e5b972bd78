// Requests over a unix-domain socket: the end of a connection that the server has closed is no error.
#include <nodecpp/https.h>

#include "../tls/scenes.h"

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto pem = certificate("localhost", "DNS:localhost");
  auto path = format("/tmp/https-unix-{}.sock", process::pid);
  auto server = https::createServer({.key = pem, .cert = pem}, [](auto request, auto response) { response->end(request->url + " " + request->headers["host"]); });
  server->listen(path, [=] {
    let<Function<void(int)>> ask; ask = [=](int left) {
      if (left == 0) { server->close([] { console::log("closed"); }); return; }
      auto request = https::get({.agent = false, .path = format("/{}", left), .socketPath = path, .ca = pem}, [](auto response) {
        response->on(event::data, [=](auto chunk) { console::log(response->statusCode, "" + chunk); });
        response->on(event::end, [] { console::log("end"); });
      });
      request->on(event::error, [](Error error) { console::log(error->code); });
      request->on(event::close, [=] { setTimeout([=] { ask(left - 1); }, 5); });
    };
    ask(4);
  });
}); }
