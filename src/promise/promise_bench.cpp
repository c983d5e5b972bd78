// Measures a promise that is made, fulfilled and awaited, a call of a coroutine that never suspends, and `then`.
#include <benchmark/benchmark.h>
#include <nodecpp/promise.h>

#include "loop/loop.h"
#include "os/port/port.h"

namespace {

using namespace nodecpp;

struct Turns {
  detail::Loop loop{os::linuxPort()};
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  ~Turns() { detail::Loop::setCurrent(before); }
};

Promise<int> ready(int n) { co_return n; }

Promise<> awaitMany(benchmark::State* state) {
  for (auto _ : *state) benchmark::DoNotOptimize(co_await ready(1));
}

void madeFulfilledAwaited(benchmark::State& state) {
  Turns turns;
  turns.loop.makeCallback([&] { awaitMany(&state); });
}
BENCHMARK(madeFulfilledAwaited);

void coroutineCalled(benchmark::State& state) {
  Turns turns;
  for (auto _ : state) benchmark::DoNotOptimize(ready(1));
}
BENCHMARK(coroutineCalled);

void then(benchmark::State& state) {
  Turns turns;
  int sum = 0;
  for (auto _ : state) turns.loop.makeCallback([&] { ready(1).then([&](int n) { sum += n; }); });
  benchmark::DoNotOptimize(sum);
}
BENCHMARK(then);

}  // namespace
