// Benchmarks of timers and queues: timers that are armed and cleared (as most time-outs are), timers that fire, ticks
// and immediates.
#include <benchmark/benchmark.h>
#include <nodecpp/timers.h>

#include <vector>

#include "loop/loop.h"
#include "os/port/port.h"

namespace {

using namespace nodecpp;

struct Turns {
  detail::Loop loop{os::linuxPort()};
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  ~Turns() { detail::Loop::setCurrent(before); }
};

// Arms and clears range(0) timers at once, with range(1) different durations.
void armAndClear(benchmark::State& state) {
  Turns turns;
  std::vector<Timeout> timers(std::size_t(state.range(0)));
  for (auto _ : state) {
    turns.loop.makeCallback([&] {
      int i = 0;
      for (Timeout& timer : timers) timer = setTimeout([] {}, 1000 + i++ % state.range(1));
      for (Timeout& timer : timers) clearTimeout(timer);
    });
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(armAndClear)->Args({1000, 1})->Args({1'000'000, 1})->Args({1'000'000, 100})->Unit(benchmark::kMillisecond);

void refresh(benchmark::State& state) {
  Turns turns;
  Timeout timer = setTimeout([] {}, 100000);
  for (auto _ : state) timer->refresh();
  clearTimeout(timer);
}
BENCHMARK(refresh);

void immediate(benchmark::State& state) {
  Turns turns;
  for (auto _ : state) {
    turns.loop.makeCallback([] { setImmediate([] {}); });
    turns.loop.turn(false);
  }
}
BENCHMARK(immediate);

void tick(benchmark::State& state) {
  Turns turns;
  for (auto _ : state) turns.loop.makeCallback([&] { turns.loop.nextTick([] {}); });
}
BENCHMARK(tick);

}  // namespace
