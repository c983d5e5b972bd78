// What String costs: on ASCII, and an index loop over texts of other kinds, which takes time that grows with the text.
#include <benchmark/benchmark.h>
#include <nodecpp/string.h>

namespace {

using namespace nodecpp;

constexpr std::size_t mebibyte = 1 << 20;

// A text of a mebibyte.
String filled(const String& with) { return with.repeat(mebibyte / with.size()); }

void length(benchmark::State& state) {
  String text = filled("ascii ");
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.length());
  }
}
BENCHMARK(length);

void lengthOfFew(benchmark::State& state) {
  String text = "a short text";
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.length());
  }
}
BENCHMARK(lengthOfFew);

// As a port's hash is written.
int hashOf(const String& text) {
  unsigned hash = 0;
  for (std::size_t i = 0; i < text.length(); i++) hash = hash * 31 + unsigned(text.charCodeAt(std::ptrdiff_t(i)));
  return int(hash);
}

void loop(benchmark::State& state, const char* with) {
  String text = filled(with);
  for (auto _ : state) benchmark::DoNotOptimize(hashOf(text));
  state.SetBytesProcessed(int64_t(state.iterations()) * int64_t(mebibyte));
}
BENCHMARK_CAPTURE(loop, ascii, "ascii ");
BENCHMARK_CAPTURE(loop, cyrillic, "Ж");
BENCHMARK_CAPTURE(loop, emoji, "😀");
BENCHMARK_CAPTURE(loop, mixed, "aЖ語😀");

void loopOfFew(benchmark::State& state) {
  String text = "/a/path?of=few";
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(hashOf(text));
  }
}
BENCHMARK(loopOfFew);

void backwards(benchmark::State& state, const char* with) {
  String text = filled(with);
  for (auto _ : state) {
    unsigned hash = 0;
    for (std::size_t i = text.length(); i-- > 0;) hash = hash * 31 + unsigned(text.charCodeAt(std::ptrdiff_t(i)));
    benchmark::DoNotOptimize(hash);
  }
}
BENCHMARK_CAPTURE(backwards, ascii, "ascii ");
BENCHMARK_CAPTURE(backwards, cyrillic, "Ж");
BENCHMARK_CAPTURE(backwards, emoji, "😀");

void characters(benchmark::State& state, const char* with) {
  String text = filled(with);
  for (auto _ : state) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.length(); i++) count += text[i] == "a";
    benchmark::DoNotOptimize(count);
  }
}
BENCHMARK_CAPTURE(characters, ascii, "ascii ");
BENCHMARK_CAPTURE(characters, cyrillic, "Ж");

void concat(benchmark::State& state) {
  String piece = "0123456789";
  for (auto _ : state) {
    String sum;
    for (int i = 0; i < 100; ++i) sum += piece;
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(concat);

void concatOfTwo(benchmark::State& state) {
  String a = "a first text of thirty bytes.", b = "and another one, as long as it";
  for (auto _ : state) benchmark::DoNotOptimize(a + b);
}
BENCHMARK(concatOfTwo);

void indexOf(benchmark::State& state) {
  String text = str("a line of a text, and another line of it, ").repeat(10) + "needle" + str(" and the rest").repeat(10);
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.indexOf("needle"));
    benchmark::DoNotOptimize(text.indexOf("needle", 100));
  }
}
BENCHMARK(indexOf);

void slice(benchmark::State& state) {
  String text = str("a line of a text, and another line of it, ").repeat(10);
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.slice(50, 150));
  }
}
BENCHMARK(slice);

void split(benchmark::State& state) {
  String text = str("a field,another field,").repeat(50);
  for (auto _ : state) benchmark::DoNotOptimize(text.split(","));
}
BENCHMARK(split);

}  // namespace
