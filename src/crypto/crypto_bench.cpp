// Measures what short computations cost beside what OpenSSL itself takes for them.
#include <benchmark/benchmark.h>
#include <nodecpp/crypto.h>

namespace {

using namespace nodecpp;

void hashAtOnce(benchmark::State& state) {
  const Buffer data = Buffer::alloc(double(state.range(0)), 7);
  for (auto _ : state) benchmark::DoNotOptimize(crypto::hash("sha256", data));
}
BENCHMARK(hashAtOnce)->Arg(64)->Arg(1 << 20);

void hashObject(benchmark::State& state) {
  const Buffer data = Buffer::alloc(64, 7);
  for (auto _ : state) benchmark::DoNotOptimize(crypto::createHash("sha256")->update(data)->digest("hex"));
}
BENCHMARK(hashObject);

void hmac(benchmark::State& state) {
  const Buffer data = Buffer::alloc(64, 7);
  for (auto _ : state) benchmark::DoNotOptimize(crypto::createHmac("sha256", "key")->update(data)->digest("hex"));
}
BENCHMARK(hmac);

void gcm(benchmark::State& state) {
  const Buffer key = Buffer::alloc(16, 1), iv = Buffer::alloc(12, 2), data = Buffer::alloc(double(state.range(0)), 7);
  for (auto _ : state) {
    auto cipher = crypto::createCipheriv("aes-128-gcm", key, iv);
    benchmark::DoNotOptimize(cipher->update(data));
    cipher->final();
    benchmark::DoNotOptimize(cipher->getAuthTag());
  }
}
BENCHMARK(gcm)->Arg(64)->Arg(16384);

}  // namespace
