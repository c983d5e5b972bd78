// Measures parsing a request's URL and looking up a parameter.
#include <benchmark/benchmark.h>
#include <nodecpp/url.h>

namespace {

using namespace nodecpp;

void parseAndLookUp(benchmark::State& state, StringArg text) {
  String input = text.toString();
  for (auto _ : state) {
    auto urlObj = url::parse(input, true);
    auto value = urlObj.query["value"];
    benchmark::DoNotOptimize(value);
  }
}
void shortQuery(benchmark::State& state) { parseAndLookUp(state, "/?value=hello"); }
BENCHMARK(shortQuery);
void longQuery(benchmark::State& state) {
  parseAndLookUp(state, "/search/results/page?value=the+quick+brown+fox&lang=en&sort=date&from=2024-01-01&q=caf%C3%A9");
}
BENCHMARK(longQuery);
void pathOnly(benchmark::State& state) {
  String input = "/articles/2024/01/what-it-costs.html";
  for (auto _ : state) {
    auto urlObj = url::parse(input);
    benchmark::DoNotOptimize(urlObj);
  }
}
BENCHMARK(pathOnly);
void absolute(benchmark::State& state) {
  parseAndLookUp(state, "http://user:pass@www.example.com:8080/p/a/t/h?value=string#hash");
}
BENCHMARK(absolute);
void international(benchmark::State& state) {
  parseAndLookUp(state,
                 "http://b\xc3\xbc"
                 "cher.example/?value=1");
}
BENCHMARK(international);
void resolve(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(url::resolve("http://example.com/one/two", "../three?x=y"));
}
BENCHMARK(resolve);
void whatwg(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(make<URL>("http://user:pass@www.example.com:8080/p/a/t/h?value=string#hash")->href());
}
BENCHMARK(whatwg);
void whatwgRequest(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(make<URL>("/?value=hello", "http://localhost:2000")->searchParams()->get("value"));
}
BENCHMARK(whatwgRequest);

}  // namespace
