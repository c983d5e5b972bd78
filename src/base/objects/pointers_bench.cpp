// Measures references: copies of handles, the check of a soft pointer, and concatenation of strings.
#include <benchmark/benchmark.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/string.h>

namespace {

using namespace nodecpp;

struct Thing final : public Object {
  int value = 1;
};
struct Plain {
  int value = 1;
};

void handleCopy(benchmark::State& state) {
  auto handle = make<Thing>();
  for (auto _ : state) {
    auto copy = handle;
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(handleCopy);

void handleUse(benchmark::State& state) {
  auto handle = make<Thing>();
  for (auto _ : state) {
    benchmark::DoNotOptimize(handle);
    benchmark::DoNotOptimize(handle->value);
  }
}
BENCHMARK(handleUse);

void softUse(benchmark::State& state) {
  auto owner = make_owning<Plain>();
  soft_ptr<Plain> soft = owner;
  for (auto _ : state) {
    benchmark::DoNotOptimize(soft);
    benchmark::DoNotOptimize(soft->value);
  }
}
BENCHMARK(softUse);

void rawUse(benchmark::State& state) {
  Plain plain;
  Plain* raw = &plain;
  for (auto _ : state) {
    benchmark::DoNotOptimize(raw);
    benchmark::DoNotOptimize(raw->value);
  }
}
BENCHMARK(rawUse);

void owningMade(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make_owning<Plain>());
}
BENCHMARK(owningMade);

void letChanged(benchmark::State& state) {
  let<int> cell = 0;
  for (auto _ : state) benchmark::DoNotOptimize(cell++);
}
BENCHMARK(letChanged);

void stringJoined(benchmark::State& state) {
  String value = "hello";
  for (auto _ : state) benchmark::DoNotOptimize("" + value + "");
}
BENCHMARK(stringJoined);

}  // namespace
