// Measures parsing heads of the kinds that load generators, browsers and Node itself send.
#include <benchmark/benchmark.h>

#include <string_view>

#include "http/parser/parser.h"

namespace {

using namespace nodecpp::http::detail;

constexpr std::string_view plain = "GET /plaintext HTTP/1.1\r\nHost: localhost:8080\r\n\r\n";
constexpr std::string_view browser =
    "GET /articles/2024/01/what-it-costs.html?from=front&page=2 HTTP/1.1\r\n"
    "Host: www.example.org\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n"
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
    "Accept-Language: en-US,en;q=0.5\r\n"
    "Accept-Encoding: gzip, deflate, br\r\n"
    "Connection: keep-alive\r\n"
    "Cookie: session=0123456789abcdef0123456789abcdef\r\n\r\n";
constexpr std::string_view post =
    "POST /submit HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
    "{\"a\":1,\"b\":\"cd\"}";
constexpr std::string_view answer =
    "HTTP/1.1 200 OK\r\nDate: Mon, 01 Jan 2024 00:00:00 GMT\r\nContent-Type: text/plain\r\nConnection: keep-alive\r\n"
    "Keep-Alive: timeout=5\r\nContent-Length: 5\r\n\r\nhello";

void parse(benchmark::State& state, Parser::Type type, std::string_view bytes) {
  Parser parser(type);
  for (auto _ : state) {
    const char* p = bytes.data();
    const char* end = p + bytes.size();
    benchmark::DoNotOptimize(p);
    while (true) {
      Event event = parser.next(p, end);
      if (event == Event::needMore) break;
      if (event == Event::error) state.SkipWithError("refused");
    }
    benchmark::DoNotOptimize(parser.fields().data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

BENCHMARK_CAPTURE(parse, wrk, Parser::Type::request, plain);
BENCHMARK_CAPTURE(parse, browser, Parser::Type::request, browser);
BENCHMARK_CAPTURE(parse, post, Parser::Type::request, post);
BENCHMARK_CAPTURE(parse, answer, Parser::Type::response, answer);

}  // namespace
