// Measures memory allocation beside malloc: one block at a time, and many blocks that are freed in the same or another
// order.
#include <benchmark/benchmark.h>
#include <nodecpp/safety.h>

#include <cstdlib>
#include <vector>

namespace {

using nodecpp::detail::allocate;
using nodecpp::detail::release;

struct Slabs {
  static void* take(std::size_t bytes) { return allocate(bytes); }
  static void give(void* memory, std::size_t bytes) { release(memory, bytes); }
};
struct Malloc {
  static void* take(std::size_t bytes) { return std::malloc(bytes); }
  static void give(void* memory, std::size_t) { std::free(memory); }
};

template <class M>
void one(benchmark::State& state) {
  const auto bytes = std::size_t(state.range(0));
  for (auto _ : state) {
    void* memory = M::take(bytes);
    benchmark::DoNotOptimize(memory);
    M::give(memory, bytes);
  }
}
BENCHMARK(one<Slabs>)->Arg(48)->Arg(1024);
BENCHMARK(one<Malloc>)->Arg(48)->Arg(1024);

// Allocates `state.range(0)` blocks, then frees them with a stride that is coprime to their number.
template <class M>
void several(benchmark::State& state) {
  const auto count = std::size_t(state.range(0)), stride = std::size_t(state.range(1));
  std::vector<void*> all(count);
  for (auto _ : state) {
    for (void*& each : all) *static_cast<int*>(each = M::take(48)) = 1;
    for (std::size_t i = 0, at = 0; i < count; ++i, at = (at + stride) % count) M::give(all[at], 48);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(several<Slabs>)->Args({100, 1})->Args({1000, 1})->Args({100000, 1})->Args({1000, 37})->Args({100000, 10007});
BENCHMARK(several<Malloc>)->Args({100, 1})->Args({1000, 1})->Args({100000, 1})->Args({1000, 37})->Args({100000, 10007});

}  // namespace
