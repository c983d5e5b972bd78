// The server of bench/tls.js, in Node.cpp; server.js is the same in Node.js.
//   GET /?value=TEXT  Listing 1          GET /memory  1 MiB from memory
//   GET /file         the file $FILE     PUT /        answers with the number of bytes in the body
#include <nodecpp/fs.h>
#include <nodecpp/https.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Buffer body = Buffer::alloc(1 << 20, "0123456789abcdef");
  String file = process::env["FILE"];
  double size = fs::statSync(file).size;
  https::ServerOptions options = {
    .key = fs::readFileSync(process::env["KEY"], "utf8"),
    .cert = fs::readFileSync(process::env["CERT"], "utf8"),
  };

  auto server = https::createServer(options, [=](auto request, auto response) {
    if (request->method == "PUT") {
      let<double> received = 0;
      request->on(event::data, [=](auto chunk) { received = received + chunk.length(); });
      request->on(event::end, [=] { response->end(str(received)); });
    } else if (request->url == "/memory") {
      response->writeHead(200, {{"Content-Length", str(double(body.length()))}});
      response->end(body);
    } else if (request->url == "/file") {
      response->writeHead(200, {{"Content-Length", str(size)}});
      fs::createReadStream(file)->pipe(response);
    } else {
      response->writeHead(200, {{"Content-Type", "text/xml"}});
      auto urlObj = url::parse(request->url, true);
      response->end("" + urlObj.query["value"] + "");
    }
  });
  // Idle connections are measured, and large bodies take long.
  server->keepAliveTimeout = 600000;
  server->requestTimeout = 0;
  server->listen(process::env["PORT"], "127.0.0.1");
}); }
