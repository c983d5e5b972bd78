// Sends the body of each request back. With STRICT_HOST=1 in the environment it also enforces RFC 9112's rule on Host,
// which Node does not.
#include <nodecpp/http.h>
using namespace nodecpp;

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    http::createServer({.strictHostHeader = process::env["STRICT_HOST"] == "1"}, [](auto request, auto response) {
      Array<Buffer> chunks;
      request->on(event::data, [=](Buffer chunk) { chunks.push(chunk); });
      request->on(event::end, [=] {
        Buffer body = Buffer::concat(chunks);
        response->writeHead(200, {{"Content-Type", "text/plain"}, {"Content-Length", body.length()}});
        response->end(body);
      });
    })->listen(process::env["PORT"], "127.0.0.1");
  });
}
