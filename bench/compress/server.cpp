// The server of bench/compress.js, in Node.cpp; server.js is the same in Node.js.
#include <nodecpp/crypto.h>
#include <nodecpp/http.h>
#include <nodecpp/http/compress.h>
#include <nodecpp/json.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var rows = var::array();
  for (int i = 0; i < 100; i++) rows.push(var::object({{"id", i * 7919}, {"name", "customer " + str((i * 31) % 97)}, {"balance", double((i * 104729) % 100000) / 100}, {"tags", var::array({"a" + str(i % 5), "b" + str(i % 11)})}}));
  String json = JSON::stringify(rows).padEnd(8192).slice(0, 8192);
  auto large = Buffer::alloc(10 << 20, json);
  auto compress = http::compress();

  http::createServer([=](auto request, auto response) {
    auto done = [=](Error error) { response->end(error ? error->message : String("done")); };
    if (request->url == "/json") {
      compress(request, response, [=] {
        response->setHeader("Content-Type", "application/json");
        response->end(json);
      });
    } else if (request->url == "/scrypt") {
      crypto::scrypt("a password", "some salt", 64, {.N = 1 << 15, .maxmem = 64 << 20}, done);
    } else if (request->url == "/pbkdf2") {
      crypto::pbkdf2("a password", "some salt", 200000, 64, "sha512", done);
    } else if (request->url == "/gzip") {
      zlib::gzip(large, done);
    } else {
      response->end("hello");
    }
  })->listen(process::env["PORT"], "127.0.0.1");
}); }
