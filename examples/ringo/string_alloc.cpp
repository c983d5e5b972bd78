#include <nodecpp/http.h>
using namespace nodecpp;

// Makes fifty strings of a Buffer for each request and sends the Buffer.

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto buffer = Buffer::alloc(1024, 100);

  http::createServer([=](auto request, auto response) {
    String string;
    for (int i = 0; i < 50; i++) string = buffer.toString("ascii");
    response->writeHead(200, {{"Content-Type", "text/plain"}});
    response->end(buffer);
  })->listen(process::env["PORT"] || 8001, "127.0.0.1");
}); }
