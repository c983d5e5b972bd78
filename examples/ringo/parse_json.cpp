#include <nodecpp/http.h>
#include <nodecpp/json.h>
using namespace nodecpp;

// Parses a document of 24,091 bytes for each request and sends the unchanged text.

int main(int argc, char** argv) { return run(argc, argv, [] {
  var document = var::object();
  for (int i = 0; i < 100; i++) {
    var inner = var::object();
    for (int j = 0; j < 10; j++) inner["inner" + str(j)] = "123456789" + str(i);
    document["outer" + str(i)] = inner;
  }
  auto json = JSON::stringify(document);

  http::createServer([=](auto request, auto response) {
    auto object = JSON::parse(json);
    response->writeHead(200, {{"Content-Type", "text/plain"}});
    response->end(json);
  })->listen(process::env["PORT"] || 8001, "127.0.0.1");
}); }
