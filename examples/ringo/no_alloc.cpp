#include <nodecpp/http.h>
using namespace nodecpp;

// Responds to each request with the same Buffer.

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto buffer = Buffer::alloc(1024, 100);

  http::createServer([=](auto request, auto response) {
    response->writeHead(200, {{"Content-Type", "text/plain"}});
    response->end(buffer);
  })->listen(process::env["PORT"] || 8001, "127.0.0.1");
}); }
