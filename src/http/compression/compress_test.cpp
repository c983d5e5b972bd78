#include <doctest/doctest.h>
#include <nodecpp/http.h>
#include <nodecpp/http/compress.h>
#include <nodecpp/http/interceptor.h>
#include <nodecpp/zlib.h>

#include <string>
#include <vector>

#include "http/compression/negotiation.h"
#include "support/live_bytes.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using http::detail::Coding;
using http::detail::negotiate;

namespace {

const char* const get = "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n";

// Writes its name into a header before the head is made and around each part of the body.
class Bracket : public http::ResponseInterceptorObject {
 public:
  explicit Bracket(String name) : name_(name) {}
  void beforeHead(const http::ServerResponse& response) override { response->appendHeader("X-Order", name_); }
  bool write(const http::ServerResponse& response, const stream::ChunkArg& chunk, const stream::EncodingParam&,
             stream::Callback callback) override {
    const String text = name_ + "(" + chunk.toChunk().toString() + ")";
    return ResponseInterceptorObject::write(response, text, {}, std::move(callback));
  }
  void end(const http::ServerResponse& response, const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
           stream::Callback callback) override {
    if (!chunk.isNull()) response->write(chunk);
    ResponseInterceptorObject::end(response, nullptr, encoding, std::move(callback));
  }

 private:
  const String name_;
};

// Runs `handler` as a server and returns what a client gets for a request.
std::string answerOf(Function<void(http::IncomingMessage, http::ServerResponse)> handler, const char* request = get) {
  World world;
  world.spawn("server", [=] { http::createServer(handler)->listen(8080, "127.0.0.1"); });
  world.settle();
  auto client = world.connect(8080);
  client.send(request);
  world.runFor(1000);
  return client.received();
}

std::string bodyOf(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }

// A server that writes incompressible data as long as the response takes it.
void flood() {
  auto compression = http::compress({.level = 1, .memLevel = 1, .windowBits = 9});
  http::createServer([=](auto request, auto response) {
    compression(request, response, [=] {
      response->setHeader("Content-Type", "text/plain");
      let<unsigned> state = 1;
      auto more = [=] {
        for (bool room = true; room;) {
          Buffer block = Buffer::allocUnsafe(16384);
          for (std::size_t i = 0; i < block.size(); ++i) block[i] = char((state = state * 1664525u + 1013904223u) >> 24);
          room = response->write(block);
        }
      };
      response->on(event::drain, more);
      more();
    });
  })->listen(8080, "127.0.0.1");
}

}  // namespace

TEST_CASE("the interceptor that was given last is called first, and the head is asked for once") {
  const std::string answer = answerOf([](auto, auto response) {
    response->intercept(make<Bracket>("a"));
    response->intercept(make<Bracket>("b"));
    response->writeHead(200, {{"X-Order", "0"}});
    response->write("1");
    response->end("2");
  });
  CHECK(answer.find("X-Order: 0\r\nX-Order: b\r\nX-Order: a\r\n") != answer.npos);
  CHECK(bodyOf(answer) == "7\r\na(b(1))\r\n7\r\na(b(2))\r\n0\r\n\r\n");
}

TEST_CASE("an interceptor may change the status, which drops the message") {
  class Refusing : public http::ResponseInterceptorObject {
   public:
    void beforeHead(const http::ServerResponse& response) override { response->statusCode = 503; }
  };
  const std::string answer = answerOf([](auto, auto response) {
    response->intercept(make<Refusing>());
    response->writeHead(200, "Fine");
    response->end();
  });
  CHECK(answer.starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
}

TEST_CASE("an interceptor is in front of one response only") {
  const std::string answer = answerOf([](auto, auto response) {
    auto interceptor = make<Bracket>("a");
    response->intercept(interceptor);
    try {
      response->intercept(interceptor);
    } catch (const Error& error) {
      response->end(error->message);
    }
  });
  CHECK(answer.find("a(The interceptor is in front of a response already)") != answer.npos);
}

TEST_CASE("callbacks of write and end are called although the body is compressed") {
  const std::string answer = answerOf([](auto request, auto response) {
    http::compress({.threshold = 0})(request, response, [=] {
      response->setHeader("Content-Type", "text/plain");
      let<int> calls = 0;
      response->write("one", [=] { ++calls; });
      response->end("two", [=] { request->socket->end(format("{} {}", calls.value(), response->writableFinished())); });
    });
  });
  CHECK(answer.ends_with("1 true"));
}

TEST_CASE("zstd is offered only when it is asked for, and then preferred") {
  CHECK(negotiate("zstd, br, gzip", false) == Coding::br);
  CHECK(negotiate("zstd, br, gzip", true) == Coding::zstd);
  CHECK(negotiate("zstd;q=0.5, br", true) == Coding::br);
  CHECK(negotiate("zstd", false) == Coding::identity);
  const std::string answer = answerOf(
      [](auto request, auto response) {
        http::compress({.zstd = true})(request, response, [=] {
          response->setHeader("Content-Type", "text/plain");
          response->end(str("text ").repeat(500));
        });
      },
      "GET / HTTP/1.0\r\nAccept-Encoding: gzip, zstd\r\n\r\n");
  CHECK(answer.find("Content-Encoding: zstd\r\n") != answer.npos);
  const std::string body = bodyOf(answer);
  CHECK(zlib::zstdDecompressSync(Buffer::copyOf(body.data(), body.size())).toString() == str("text ").repeat(500));
}

TEST_CASE("a long Accept-Encoding is read in linear time") {
  std::string accept;
  for (int i = 0; i < 100'000; ++i) accept += "a;b;q=0.1;c,";
  CHECK(negotiate(accept + "gzip;q=0.2", false) == Coding::gzip);
  CHECK(negotiate(std::string(1'000'000, ';'), false) == Coding::identity);
  CHECK(negotiate("gzip" + std::string(1'000'000, ' ') + ";q=0.5", false) == Coding::gzip);
}

TEST_CASE("clients that do not read hold up what is written for them, and leave nothing behind") {
  World world;
  world.spawn("server", flood);
  world.settle();
  std::size_t before = 0, most = 0;
  for (int round = 0; round < 4; ++round) {
    if (round == 2) before = liveBytes();
    std::vector<RawConnection> clients;
    for (int i = 0; i < 20; ++i) {
      clients.push_back(world.connect(8080));
      clients.back().pause();
      clients.back().send(get);
    }
    world.runFor(2000);
    most = std::max(most, liveBytes());
    for (RawConnection& client : clients) client.reset();
    world.runFor(10'000);
  }
  const std::size_t after = liveBytes();
  CAPTURE(before);
  CAPTURE(most);
  CAPTURE(after);
  CHECK(most - before < 20 * (1 << 20));
  CHECK(after <= before + 4096);
}
