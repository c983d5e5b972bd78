#include <nodecpp/child_process.h>
#include <nodecpp/fs.h>
#include <nodecpp/https.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  // KEY and CERT name the files of a private key and of its certificate, in PEM. Without them, both are made here for
  // localhost, and live as long as the program.
  String made = process::env["KEY"] ? "" : child_process::execFileSync("openssl",
    {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "-"},
    {.stdio = {"ignore", "pipe", "ignore"}, .encoding = "utf8"}).toString();
  https::ServerOptions options = {
    .key = process::env["KEY"] ? fs::readFileSync(process::env["KEY"], "utf8") : made,
    .cert = process::env["CERT"] ? fs::readFileSync(process::env["CERT"], "utf8") : made,
  };

  https::createServer(options, [](auto request, auto response) {
    if (request->method == "GET"
        || request->method == "HEAD") {
      response->writeHead(200,
        {{"Content-Type", "text/xml"}});
      auto urlObj = url::parse(request->url, true);
      auto value = urlObj.query["value"];
      if (value == "") {
        response->end("no value specified");
      } else {
        response->end("" + value + "");
      }
    } else {
      response->writeHead(405,
        "Method Not Allowed");
      response->end();
    }
  })->listen(process::env["PORT"] || 8443, "127.0.0.1");
}); }
