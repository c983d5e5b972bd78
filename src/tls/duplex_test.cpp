// Tests TLS over streams of a program in a simulated world: that nothing stays allocated however they end, and traces.
#include <doctest/doctest.h>
#include <nodecpp/timers.h>
#include <nodecpp/tls.h>

#include <string>

#include "support/tls_world.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using namespace tests;

namespace {

struct Setting : tests::TlsWorld<tls::ServerOptions, tls::ConnectOptions> {};

// Returns a stream that gives to `plain` what is written, and that can be read for what `plain` receives.
stream::Duplex over(const net::Socket& plain) {
  auto through = make<stream::Duplex>({
      .read = [] {},
      .write = [=](auto, auto chunk, auto, auto callback) { plain->write(chunk, callback); },
      .destroy = [=](auto, Error error, auto callback) { plain->destroy(), callback(error); },
      .final = [=](auto, auto callback) { plain->end(callback); },
  });
  plain->on(event::data, [=](Buffer chunk) { through->push(chunk); });
  plain->on(event::end, [=] { through->push(nullptr); });
  plain->on(event::close, [=] { through->destroy(); });
  plain->on(event::error, [](Error) {});
  return through;
}

// Starts a server that answers over streams of its own.
void serve(Setting& setting) {
  setting.world.spawn("server", [&] {
    auto options = setting.server();
    auto context = tls::createSecureContext({.key = options.key, .cert = options.cert});
    net::createServer([=](net::Socket plain) {
      auto socket = make<tls::TLSSocket>(over(plain), {.isServer = true, .secureContext = context});
      socket->on(event::data, [=](Buffer chunk) { socket->end("got " + chunk); });
    })->listen(2000, "127.0.0.1");
  });
  setting.world.settle();
}

}  // namespace

TEST_CASE("both sides over streams of their programs, and a trace of the messages") {
  NothingLeft nothing;
  Setting setting;
  serve(setting);
  Program& client = setting.world.spawn("client", [&] {
    auto plain = net::connect(2000, "127.0.0.1");
    auto options = setting.client();
    options.socket = over(plain);
    options.servername = "localhost";
    options.enableTrace = true;
    auto socket = tls::connect(options, [] { print("secureConnect"); });
    socket->enableTrace();  // It may be asked for twice.
    socket->write("hello");
    socket->on(event::data, [](Buffer chunk) { print(chunk.toString()); });
    socket->on(event::end, [=] { socket->end(); });
    socket->on(event::close, [] { print("close"); });
  });
  setting.world.settle(1000);
  CHECK(client.standardOutput() == "secureConnect\ngot hello\nclose\n");
  CHECK(client.standardError().find("ClientHello") != std::string::npos);
  CHECK_FALSE(client.running());
}

TEST_CASE("a program that ends in the middle of a handshake over a stream leaves nothing") {
  for (int milliseconds : {0, 1, 2, 5}) {
    NothingLeft nothing;
    Setting setting;
    serve(setting);
    setting.world.spawn("client", [&, milliseconds] {
      auto options = setting.client();
      options.socket = over(net::connect(2000, "127.0.0.1"));
      auto socket = tls::connect(options);
      socket->on(event::error, [](Error) {});
      socket->write("hello");
      setTimeout([=] { process::exit(); }, milliseconds);
    });
    setting.world.settle(1000);
  }
}
