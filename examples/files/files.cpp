#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/http/files.h>
#include <nodecpp/https.h>
using namespace nodecpp;

// Serves the files of the folder $ROOT, or of the current one. It speaks TLS when KEY and CERT name the files of a private
// key and of its certificate.

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto serve = http::files((process::env["ROOT"] || ".").toString(), {
    .extensions = {"html"},
    .maxAge = "1h",
  });

  http::Server server = process::env["KEY"]
    ? http::Server(https::createServer({.key = fs::readFileSync(process::env["KEY"]), .cert = fs::readFileSync(process::env["CERT"])}))
    : http::createServer();

  server->on(event::request, [=](auto request, auto response) {
    serve(request, response);
  });

  server->listen(process::env["PORT"] || 2004, "127.0.0.1");
}); }
