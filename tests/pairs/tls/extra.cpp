// NODE_EXTRA_CA_CERTS: a program trusts the certificates of this file, too. A file that is missing is one warning.
#include <nodecpp/child_process.h>
#include <nodecpp/fs.h>
#include <nodecpp/path.h>
#include <nodecpp/tls.h>

#include "scenes.h"

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2]) {
    auto own = tls::createSecureContext({.minVersion = "TLSv1.3"});
    let<tls::TLSSocket> socket; socket = tls::connect({.port = process::argv[2], .host = "127.0.0.1", .servername = "localhost", .secureContext = own}, [=] {
      console::log("trusted", socket->authorized, tls::getCACertificates("extra").length());
      socket->end();
    });
    socket->resume()->on(event::error, [](Error error) { console::log(error->code, tls::getCACertificates("extra").length()); });
  } else {
    auto folder = fs::mkdtempSync("/tmp/extra-");
    auto pem = certificate("localhost", "DNS:localhost");
    fs::writeFileSync(path::join(folder, "extra.pem"), pem + certificate("other", "DNS:other.example"));
    auto server = tls::createServer({.key = pem, .cert = pem}, [](auto socket) { socket->resume(); });
    server->listen(0, "127.0.0.1", [=] {
      auto run = [=](String file, Function<void()> next) {
        child_process::execFile(process::execPath(), {str(server->address().port)}, {.env = {process::env, {{"NODE_EXTRA_CA_CERTS", path::join(folder, file)}}}}, [=](Error, auto stdout_, auto stderr_) {
          console::log(file, stdout_.toString().trim(), stderr_.toString().split("Ignoring extra certs").length() - 1);
          next();
        });
      };
      run("extra.pem", [=] { run("missing.pem", [=] {
        fs::rmSync(folder, {.recursive = true});
        server->close();
      }); });
    });
  }
}); }
