// Measures writing a response's head and body, and look-ups in a request's headers.
#include <benchmark/benchmark.h>
#include <nodecpp/http.h>

#include <string_view>

#include "http/message.h"
#include "http/received_fields.h"

namespace {

using namespace nodecpp;

constexpr std::string_view head =
    "GET /articles?from=front HTTP/1.1\r\nHost: www.example.org\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n"
    "Accept: text/html\r\nAccept-Language: en-US,en;q=0.5\r\nConnection: keep-alive\r\nCookie: session=0123456789\r\n\r\n";

http::IncomingMessage received() {
  http::detail::Parser parser(http::detail::Parser::Type::request);
  const char* p = head.data();
  static_cast<void>(parser.next(p, p + head.size()));
  auto message = make<http::IncomingMessage>();
  http::detail::takeHead(*message, parser);
  return message;
}

void headerFirst(benchmark::State& state) {
  auto message = received();
  for (auto _ : state) benchmark::DoNotOptimize(message->headers["host"]);
}
BENCHMARK(headerFirst);

void headerLast(benchmark::State& state) {
  auto message = received();
  for (auto _ : state) benchmark::DoNotOptimize(message->headers["cookie"]);
}
BENCHMARK(headerLast);

void headerMissing(benchmark::State& state) {
  auto message = received();
  for (auto _ : state) benchmark::DoNotOptimize(message->headers["authorization"]);
}
BENCHMARK(headerMissing);

void messageMade(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(received());
}
BENCHMARK(messageMade);

// The response is stored in the message itself, since nobody assigns a socket to it.
void writeHeadAndEnd(benchmark::State& state) {
  detail::Loop loop(os::linuxPort());
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  auto request = received();
  for (auto _ : state) {
    loop.makeCallback([&] {
      auto response = make<http::ServerResponse>(request);
      response->writeHead(200, {{"Content-Type", "text/plain"}, {"X-Number", 12}});
      response->end("hello");
    });
  }
  detail::Loop::setCurrent(before);
}
BENCHMARK(writeHeadAndEnd);

void setHeaderAndEnd(benchmark::State& state) {
  detail::Loop loop(os::linuxPort());
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  auto request = received();
  for (auto _ : state) {
    loop.makeCallback([&] {
      auto response = make<http::ServerResponse>(request);
      response->setHeader("Content-Type", "text/plain");
      response->setHeader("X-Number", 12);
      response->end("hello");
    });
  }
  detail::Loop::setCurrent(before);
}
BENCHMARK(setHeaderAndEnd);

}  // namespace
