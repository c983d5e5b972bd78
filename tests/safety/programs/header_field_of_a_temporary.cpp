// right: a header field is made from temporary texts and kept
// > Ann, who has a name that is longer than what a String has room for
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Array<http::HeaderField> fields(String name) {
  Array<http::HeaderField> all;
  all.push({"x-" + str("name"), name + ", who has a name that is longer than what a String has room for"});
  return all;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    auto all = fields("Ann");
    response->writeHead(200, all);
    response->end();
  });
  server->listen(0, "127.0.0.1", [=] {
    http::get({.host = "127.0.0.1", .port = server->address().port}, [=](http::IncomingMessage message) {
      console::log(message->headers["x-name"]);
      message->resume();
      server->close();
    });
  });
}); }
