// Measures String on ASCII text, and an index loop over other texts, which takes time proportional to the text's
// length. The file uses only functions that String had before it counted UTF-16 units, because bench/language.js
// compares with a program that is built from this file and the library of that time.
#include <benchmark/benchmark.h>
#include <nodecpp/string.h>

namespace {

using namespace nodecpp;

constexpr std::size_t mebibyte = 1 << 20;

// Returns a text of about `bytes` bytes.
String filled(const String& with, std::size_t bytes = mebibyte) { return with.repeat(bytes / with.size()); }

void length(benchmark::State& state) {
  String text = filled("ascii ");
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.length());
  }
}
BENCHMARK(length)->Name("string/length");

void lengthOfFew(benchmark::State& state) {
  String text = "a short text";
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.length());
  }
}
BENCHMARK(lengthOfFew)->Name("string/lengthOfFew");

// Computes a hash as a ported program does.
int hashOf(const String& text) {
  unsigned hash = 0;
  for (std::ptrdiff_t i = 0; i < text.length(); i++) hash = hash * 31 + unsigned(text.charCodeAt(i));
  return int(hash);
}

void loop(benchmark::State& state, const char* with) {
  String text = filled(with, std::size_t(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(hashOf(text));
  }
  state.SetBytesProcessed(int64_t(state.iterations()) * state.range(0));
}
#define NODECPP_LOOP(kind, with) \
  BENCHMARK_CAPTURE(loop, kind, with)->Name("string/loop/" #kind)->Arg(mebibyte / 16)->Arg(mebibyte)
NODECPP_LOOP(ascii, "ascii ");
NODECPP_LOOP(cyrillic, "Ж");
NODECPP_LOOP(emoji, "😀");
NODECPP_LOOP(mixed, "aЖ語😀");

void loopOfFew(benchmark::State& state) {
  String text = "/a/path?of=few";
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(hashOf(text));
  }
}
BENCHMARK(loopOfFew)->Name("string/loopOfFew");

void backwards(benchmark::State& state, const char* with) {
  String text = filled(with);
  for (auto _ : state) {
    unsigned hash = 0;
    for (std::size_t i = text.length(); i-- > 0;) hash = hash * 31 + unsigned(text.charCodeAt(std::ptrdiff_t(i)));
    benchmark::DoNotOptimize(hash);
  }
}
BENCHMARK_CAPTURE(backwards, ascii, "ascii ")->Name("string/backwards/ascii");
BENCHMARK_CAPTURE(backwards, cyrillic, "Ж")->Name("string/backwards/cyrillic");
BENCHMARK_CAPTURE(backwards, emoji, "😀")->Name("string/backwards/emoji");

void characters(benchmark::State& state, const char* with) {
  String text = filled(with);
  for (auto _ : state) {
    std::size_t count = 0;
    for (std::ptrdiff_t i = 0; i < text.length(); i++) count += text[i] == "a";
    benchmark::DoNotOptimize(count);
  }
}
BENCHMARK_CAPTURE(characters, ascii, "ascii ")->Name("string/characters/ascii");
BENCHMARK_CAPTURE(characters, cyrillic, "Ж")->Name("string/characters/cyrillic");

void concat(benchmark::State& state) {
  String piece = "0123456789";
  for (auto _ : state) {
    String sum;
    for (int i = 0; i < 100; ++i) sum += piece;
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(concat)->Name("string/concat");

void concatOfTwo(benchmark::State& state) {
  String a = "a first text of thirty bytes.", b = "and another one, as long as it";
  for (auto _ : state) benchmark::DoNotOptimize(a + b);
}
BENCHMARK(concatOfTwo)->Name("string/concatOfTwo");

void indexOf(benchmark::State& state) {
  String text = str("a line of a text, and another line of it, ").repeat(10) + "needle" + str(" and the rest").repeat(10);
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.indexOf("needle"));
    benchmark::DoNotOptimize(text.indexOf("needle", 100));
  }
}
BENCHMARK(indexOf)->Name("string/indexOf");

void slice(benchmark::State& state) {
  String text = str("a line of a text, and another line of it, ").repeat(10);
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(text.slice(50, 150));
  }
}
BENCHMARK(slice)->Name("string/slice");

void split(benchmark::State& state) {
  String text = str("a field,another field,").repeat(50);
  for (auto _ : state) benchmark::DoNotOptimize(text.split(","));
}
BENCHMARK(split)->Name("string/split");

}  // namespace
