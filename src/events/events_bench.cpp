// Measures emit with no, one and three listeners, named by an Event and by a string, and the cost of adding and
// removing listeners.
#include <benchmark/benchmark.h>
#include <nodecpp/events.h>

namespace {

using namespace nodecpp;

constexpr Event<int> number{"number"};

void emit(benchmark::State& state) {
  auto emitter = make<EventEmitter>();
  int sum = 0;
  for (int i = 0; i < state.range(0); ++i) emitter->on(number, [&](int n) { sum += n; });
  for (auto _ : state) benchmark::DoNotOptimize(emitter->emit(number, 1));
  benchmark::DoNotOptimize(sum);
}
BENCHMARK(emit)->Arg(0)->Arg(1)->Arg(3);

void emitByString(benchmark::State& state) {
  auto emitter = make<EventEmitter>();
  int sum = 0;
  emitter->on("number", [&](int n) { sum += n; });
  for (auto _ : state) benchmark::DoNotOptimize(emitter->emit("number", 1));
  benchmark::DoNotOptimize(sum);
}
BENCHMARK(emitByString);

void onAndOff(benchmark::State& state) {
  auto emitter = make<EventEmitter>();
  auto f = listener([](int) {});
  for (auto _ : state) {
    emitter->on(number, f);
    emitter->off(number, f);
  }
}
BENCHMARK(onAndOff);

void once(benchmark::State& state) {
  auto emitter = make<EventEmitter>();
  for (auto _ : state) {
    emitter->once(number, [](int) {});
    emitter->emit(number, 1);
  }
}
BENCHMARK(once);

}  // namespace
