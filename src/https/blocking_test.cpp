// Tests http::blocking behind TLS, in a simulated world.
#include <doctest/doctest.h>
#include <nodecpp/http/blocking.h>
#include <nodecpp/https.h>

#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;

namespace {

constexpr int chunks = 300;

// Answers with what was asked, and for /large with more than the buffers on the way can hold.
void handle(http::BlockingRequest request, http::BlockingResponse response) {
  if (request->url == "/large") {
    const std::string chunk(1000, 'x');
    for (int i = 0; i < chunks && response->write(chunk); ++i) {
    }
    return;
  }
  response->writeHead(201, {{"X-From", request->remoteAddress}});
  response->end(request->method + " " + request->url + " " + request->body.toString());
}

using Setting = tests::TlsWorld<https::ServerOptions, https::RequestOptions>;

}  // namespace

TEST_CASE("a blocking handler answers over TLS, also with more than the connection takes at once") {
  NothingLeft nothing;
  Setting setting;
  Program& server = setting.world.spawn("server", [&] {
    https::createServer(setting.server(), http::blocking(handle, {.threads = 1, .highWaterMark = 5000}))->listen(443, "127.0.0.1");
    process::once("SIGTERM", [] { process::exit(0); });
  });
  setting.world.settle();
  Program& client = setting.world.spawn("client", [&] {
    auto options = setting.client();
    options.method = "POST";
    for (const char* path : {"/small", "/large"}) {
      options.path = path;
      auto request = https::request(options, [](http::IncomingMessage response) {
        let<std::size_t> size = 0;
        let<String> first = "";
        response->on(event::data, [=](Buffer chunk) {
          size = size.value() + chunk.size();
          if (first.value().empty()) first = chunk.toString().slice(0, 30);
        });
        response->on(event::end, [=] {
          print(str(response->statusCode) + " " + response->headers["x-from"].toString() + " " + str(double(size.value())) + " " +
                (size.value() < 100 ? first.value() : String("…")));
        });
      });
      request->on(event::error, [](Error error) { print("error " + error->code); });
      request->end("body");
    }
  });
  setting.world.run(60'000, [&] { return !client.running(); });
  const std::string said = client.standardOutput();
  CHECK(said.find("201 127.0.0.1 16 POST /small body\n") != said.npos);
  CHECK(said.find("200 undefined 300000 …\n") != said.npos);
  server.signal(15);
  setting.world.settle(1000);
  CHECK(server.exitCode() == 0);
}
