#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using stream::Chunk, stream::promises::pipeline;

static Sequence<String> upper(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) co_yield chunk->toString().toUpperCase();
}
static Sequence<String> first(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) {
    co_yield format("first of {}", *chunk);
    co_return;
  }
}
static Sequence<String> fails(Sequence<Chunk> chunks) {
  while (auto chunk = co_await chunks.next()) throw RangeError(format("no {}", *chunk));
  co_yield "";
}
static Promise<int> length(Sequence<Chunk> chunks) {
  int sum = 0;
  while (auto chunk = co_await chunks.next()) sum += int(chunk->length());
  co_return sum;
}
static Promise<String> joined(Sequence<Chunk> chunks) {
  String all;
  while (auto chunk = co_await chunks.next()) all += *chunk;
  co_return all;
}
static Promise<> serve(http::IncomingMessage request, http::ServerResponse response) {
  try {
    if (request->url == "/upper") co_await pipeline(request, upper, response);
    if (request->url == "/first") co_await pipeline(request, first, response);
    if (request->url == "/fails") co_await pipeline(request, fails, response);
    if (request->url == "/length") response->end(str(co_await pipeline(request, length)));
    if (request->url == "/numbers") {
      co_await pipeline([]() -> Sequence<String> {
        for (int i = 0; i < 5; i++) co_yield format("{} ", i);
      }, upper, response);
    }
    console::log("served", request->url, request->destroyed(), response->writableFinished());
  } catch (const Error& error) {
    console::log("server", request->url, error->name, error->message, response->destroyed());
  }
}
static Promise<> send(int port, String path, String one, String two) {
  return Promise<>([=](Resolver<void> resolve) {
    auto request = http::request({.agent = false, .method = "POST", .path = path, .port = port}, [=](this auto, http::IncomingMessage response) -> Promise<> {
      console::log(response->statusCode, co_await pipeline(response, upper, joined).catch_([](Error error) { return error->code; }));
      resolve();
    });
    request->on(event::error, [=](Error error) {
      console::log("client", error->code);
      resolve();
    });
    request->write(one);
    setTimeout([=] { request->end(two); }, 20);
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer(serve);
  server->listen(0, [=](this auto) -> Promise<> {
    int port = int(server->address().port);
    co_await send(port, "/upper", "some ", "text");
    co_await send(port, "/first", "one", "two");
    co_await send(port, "/fails", "one", "two");
    co_await send(port, "/length", "twelve", " bytes");
    co_await send(port, "/numbers", "x", "y");
    server->close();
  });
}); }
