// The server of bench/events.js, in Node.cpp; server.js is the same in Node.js.
#include <nodecpp/http.h>
#include <nodecpp/http/events.h>
#include <nodecpp/process.h>
#include <nodecpp/set.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Set<http::EventStream> clients;
  auto server = http::createServer([=](auto request, auto response) {
    if (request->url != "/events") {
      response->end("hello");
      return;
    }
    auto stream = http::events(response);
    stream->send("hello");
    clients.add(stream);
    stream->on(event::close, [=] { clients.delete_(stream); });
  });
  server->keepAliveTimeout = 600000;
  server->listen(process::env["PORT"], "127.0.0.1");
}); }
