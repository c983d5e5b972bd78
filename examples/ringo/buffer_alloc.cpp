#include <nodecpp/http.h>
using namespace nodecpp;

// Allocates fifty Buffers for each request and sends the last one.

int main(int argc, char** argv) { return run(argc, argv, [] {
  http::createServer([](auto request, auto response) {
    Buffer buffer;
    for (int i = 0; i < 50; i++) buffer = Buffer::alloc(1024, 100);
    response->writeHead(200, {{"Content-Type", "text/plain"}});
    response->end(buffer);
  })->listen(process::env["PORT"] || 8001, "127.0.0.1");
}); }
