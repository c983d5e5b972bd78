// Measures a race of two waits with a retracted loser, an awaiter that is ready at once, and a value pulled through a
// sequence.
#include <benchmark/benchmark.h>
#include <nodecpp/concurrency.h>

#include "loop/loop.h"
#include "os/port/port.h"

namespace {

using namespace nodecpp;

struct Turns {
  detail::Loop loop{os::linuxPort()};
  detail::Loop* before = detail::Loop::setCurrent(&loop);
  ~Turns() {
    loop.end();
    detail::Loop::setCurrent(before);
  }
};
template <class F>
void inProgram(F f) {
  Turns turns;
  turns.loop.makeCallback(f);
}

// Races a wait that ends at once with a wait that would never end.
Promise<> raceMany(benchmark::State* state) {
  Queue<int> fast, slow;
  for (auto _ : *state) {
    auto either = race([=](this auto) -> Promise<int> { co_return co_await fast.get(); },
                       [=](this auto) -> Promise<int> { co_return co_await slow.get(); });
    fast.tryPut(1);
    benchmark::DoNotOptimize(co_await either);
  }
}
void raceOfTwoWaits(benchmark::State& state) {
  inProgram([&] { raceMany(&state); });
}
BENCHMARK(raceOfTwoWaits);

// Races a wait with a timer, as a client with a time limit does.
Promise<> timersMany(benchmark::State* state) {
  Queue<int> fast;
  for (auto _ : *state) {
    auto either = race([] { return sleep(1000); }, [=](this auto) -> Promise<> { co_await fast.get(); });
    fast.tryPut(1);
    co_await either;
  }
}
void raceWithTimer(benchmark::State& state) {
  inProgram([&] { timersMany(&state); });
}
BENCHMARK(raceWithTimer);

Promise<> acquireMany(benchmark::State* state) {
  Semaphore semaphore(1);
  for (auto _ : *state) {
    auto permit = co_await semaphore.acquire();
    benchmark::DoNotOptimize(permit);
  }
}
void readySemaphore(benchmark::State& state) {
  inProgram([&] { acquireMany(&state); });
}
BENCHMARK(readySemaphore);

Promise<> conditionMany(benchmark::State* state) {
  Condition condition;
  condition.set();
  for (auto _ : *state) co_await condition.wait();
}
void readyLeaf(benchmark::State& state) {
  inProgram([&] { conditionMany(&state); });
}
BENCHMARK(readyLeaf);

Promise<> queueMany(benchmark::State* state) {
  Queue<int> queue;
  for (auto _ : *state) {
    queue.tryPut(1);
    benchmark::DoNotOptimize(co_await queue.get());
  }
}
void readyQueue(benchmark::State& state) {
  inProgram([&] { queueMany(&state); });
}
BENCHMARK(readyQueue);

Sequence<int> numbers() {
  for (int i = 0;; i++) co_yield i;
}
Promise<> pullMany(benchmark::State* state) {
  auto all = numbers().map([](int n) { return n + 1; });
  for (auto _ : *state) benchmark::DoNotOptimize(co_await all.next());
}
void valueThroughMap(benchmark::State& state) {
  inProgram([&] { pullMany(&state); });
}
BENCHMARK(valueThroughMap);

}  // namespace
