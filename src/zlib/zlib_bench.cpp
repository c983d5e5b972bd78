// JSON of 1, 8 and 64 KiB in each format, there and back.
#include <nodecpp/zlib.h>

#include <benchmark/benchmark.h>

#include <string>

using namespace nodecpp;
using namespace nodecpp::zlib::constants;

namespace {

Buffer json(std::size_t size) {
  std::string text = "[";
  unsigned x = 7;
  while (text.size() < size) {
    x = x * 1103515245 + 12345;
    text += "{\"id\":" + std::to_string(x % 5000) + ",\"name\":\"user" + std::to_string(x >> 8 & 1023) +
            "\",\"active\":" + (x & 4096 ? "true" : "false") + "},";
  }
  return Buffer::copyOf(text.data(), size);
}

template <class F>
void measure(benchmark::State& state, F f) {
  std::size_t bytes = std::size_t(state.range(0));
  Buffer data = json(bytes);
  for (auto _ : state) benchmark::DoNotOptimize(f(data));
  state.SetBytesProcessed(state.iterations() * std::int64_t(bytes));
}
template <class C, class D>
void measureBack(benchmark::State& state, C compress, D decompress) {
  std::size_t bytes = std::size_t(state.range(0));
  Buffer data = compress(json(bytes));
  for (auto _ : state) benchmark::DoNotOptimize(decompress(data));
  state.SetBytesProcessed(state.iterations() * std::int64_t(bytes));
}

void gzip6(benchmark::State& state) {
  measure(state, [](const Buffer& data) { return zlib::gzipSync(data); });
}
void gzip1(benchmark::State& state) {
  measure(state, [](const Buffer& data) { return zlib::gzipSync(data, {.level = 1}); });
}
void brotli4(benchmark::State& state) {
  measure(state,
          [](const Buffer& data) { return zlib::brotliCompressSync(data, {.params = {{BROTLI_PARAM_QUALITY, 4}}}); });
}
void zstd3(benchmark::State& state) {
  measure(state, [](const Buffer& data) { return zlib::zstdCompressSync(data); });
}
void gunzip(benchmark::State& state) { measureBack(state, zlib::gzipSync, zlib::gunzipSync); }
void unbrotli(benchmark::State& state) {
  measureBack(
      state, [](const Buffer& data) { return zlib::brotliCompressSync(data, {.params = {{BROTLI_PARAM_QUALITY, 4}}}); },
      zlib::brotliDecompressSync);
}
void unzstd(benchmark::State& state) { measureBack(state, zlib::zstdCompressSync, zlib::zstdDecompressSync); }
void crc32(benchmark::State& state) {
  measure(state, [](const Buffer& data) { return zlib::crc32(data); });
}

BENCHMARK(gzip6)->Arg(1024)->Arg(8192)->Arg(65536);
BENCHMARK(gzip1)->Arg(1024)->Arg(8192)->Arg(65536);
BENCHMARK(brotli4)->Arg(8192)->Arg(65536);
BENCHMARK(zstd3)->Arg(8192)->Arg(65536);
BENCHMARK(gunzip)->Arg(1024)->Arg(8192)->Arg(65536);
BENCHMARK(unbrotli)->Arg(65536);
BENCHMARK(unzstd)->Arg(65536);
BENCHMARK(crc32)->Arg(65536);

}  // namespace
