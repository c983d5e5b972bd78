#include <doctest/doctest.h>
#include <nodecpp/http.h>
#include <nodecpp/http/events.h>

#include <string>

#include "support/thrown.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using tests::codeThrown;
using namespace nodecpp::simulation;

namespace {

void print(const String& text) { detail::Loop::current().port().process.writeStandard(1, text + "\n"); }

const char* const get = "GET / HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 6\r\n\r\n";

Program& serve(World& world, Function<void(http::ServerResponse)> answer) {
  Program& made = world.spawn("server", [answer] {
    http::createServer([=](http::IncomingMessage, http::ServerResponse response) {
      answer(response);
    })->listen(8080, "127.0.0.1");
  });
  world.settle();
  return made;
}

// The body of a chunked response, as far as it has come.
std::string bodyOf(const std::string& response) {
  std::string out;
  std::size_t at = response.find("\r\n\r\n") + 4;
  while (at < response.size()) {
    const std::size_t size = std::stoul(response.substr(at), nullptr, 16);
    at = response.find("\r\n", at) + 2;
    out += response.substr(at, size);
    at += size + 2;
  }
  return out;
}

}  // namespace

TEST_CASE("events are written with all their fields, and each line of the data") {
  World world;
  Program& server = serve(world, [](http::ServerResponse response) {
    auto stream = http::events(response, {.retry = 500, .headers = {{"X-Own", "1"}}});
    print("after " + stream->lastEventId);
    stream->send("plain");
    stream->send({.data = "a\nb\r\nc\rd\n", .event = "named", .id = "7", .retry = 10});
    stream->send({.id = ""});
    stream->comment("two\nlines");
    print(codeThrown([=] { stream->send({.data = "", .event = "a\nb"}); }) + " " +
          codeThrown([=] { stream->send({.data = "", .id = str("a") + String::fromCharCode(0)}); }) + " " +
          codeThrown([=] { stream->send({.retry = -1}); }) + " " + codeThrown([=] { http::events(response); }) + " " +
          codeThrown([=] { http::events(response, {.slowReceivers = "x"}); }));
    stream->close();
    print(stream->closed() ? "closed" : "closing");
  });
  auto client = world.connect(8080);
  client.send(get);
  world.settle();
  CHECK(
      client.received().find(
          "\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nX-Accel-Buffering: no\r\nX-Own: 1\r\n") !=
      std::string::npos);
  CHECK(bodyOf(client.received()) ==
        "retry: 500\n\ndata: plain\n\nevent: named\nid: 7\nretry: 10\ndata: a\ndata: b\ndata: c\ndata: "
        "d\ndata:\n\nid:\n\n: two\n: "
        "lines\n\n");
  CHECK(server.standardOutput() ==
        "after 6\nERR_INVALID_ARG_VALUE ERR_INVALID_ARG_VALUE ERR_OUT_OF_RANGE ERR_HTTP_HEADERS_SENT "
        "ERR_INVALID_ARG_VALUE\nclosing\n");
}

TEST_CASE("a heart-beat is sent when nothing else was, and a client that has gone is seen at once") {
  World world;
  Program& server = serve(world, [](http::ServerResponse response) {
    auto stream = http::events(response, {.heartbeat = 1000});
    setTimeout([=] { stream->send("late"); }, 1500);
    stream->on(event::close, [=] { print("gone " + str(stream->closed()) + " " + str(stream->send("x"))); });
  });
  auto client = world.connect(8080);
  client.send(get);
  world.runFor(3200);
  CHECK(bodyOf(client.received()) == ":\n\ndata: late\n\n:\n\n");
  CHECK(server.standardOutput().empty());
  client.reset();
  world.settle();
  CHECK(server.standardOutput() == "gone true false\n");
}

TEST_CASE("a client that does not read is closed, or misses events") {
  for (const bool drops : {false, true}) {
    World world;
    Program& server = serve(world, [drops](http::ServerResponse response) {
      auto stream = http::events(response, {.maxBackpressure = 10000, .slowReceivers = drops ? "drop" : "close"});
      stream->on(event::close, [=] { print("close"); });
      let<int> sent = 0;
      let<Timeout> sending;
      sending = setInterval(
          [=] {
            stream->send(str("x").repeat(5000));
            sent++;
            if (sent == 2000) {
              print(stream->dropped() > 0 ? "dropped" : "none dropped");
              clearInterval(sending);
            }
          },
          1);
    });
    auto client = world.connect(8080);
    client.pause();
    client.send(get);
    world.runFor(2500);
    CHECK(server.standardOutput() == (drops ? "dropped\n" : "close\ndropped\n"));
  }
}
