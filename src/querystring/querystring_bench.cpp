#include <benchmark/benchmark.h>
#include <nodecpp/querystring.h>

#include <string>

namespace {

using namespace nodecpp;

void parse(benchmark::State& state) {
  String text = "foo=bar&abc=xyz&abc=123&empty=&plus=a+b";
  for (auto _ : state) benchmark::DoNotOptimize(querystring::parse(text));
}
BENCHMARK(parse);
void parseEncoded(benchmark::State& state) {
  String text = "name=%E6%97%A5%E6%9C%AC&q=a%20b%20c&r=%26%3D";
  for (auto _ : state) benchmark::DoNotOptimize(querystring::parse(text));
}
BENCHMARK(parseEncoded);
// A query of 1000 different keys, the most that parse() reads by default.
void parseManyKeys(benchmark::State& state) {
  std::string keys;
  for (int i = 0; i < 1000; ++i) keys += "key" + std::to_string(i) + "=1&";
  String text = keys;
  for (auto _ : state) benchmark::DoNotOptimize(querystring::parse(text));
}
BENCHMARK(parseManyKeys);
void stringify(benchmark::State& state) {
  querystring::ParsedUrlQuery query{{"foo", "bar"}, {"baz", {"qux", "quux"}}, {"sp", "a b"}, {"n", 5}};
  for (auto _ : state) benchmark::DoNotOptimize(querystring::stringify(query));
}
BENCHMARK(stringify);

}  // namespace
