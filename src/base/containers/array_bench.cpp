// Compares Array with std::vector: appending, loops by index and over elements, and a stable sort. libstdc++ 12's
// stable_sort uses functions that its own headers declare deprecated.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#include <benchmark/benchmark.h>
#include <nodecpp/array.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace nodecpp;

// Returns values in a random order.
template <class T>
std::vector<T> shuffled(std::size_t count) {
  std::vector<T> out;
  std::uint64_t seed = 1;
  for (std::size_t i = 0; i < count; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    out.push_back(T(seed >> 40));
  }
  return out;
}

// Array and std::vector behind the same interface, so that one benchmark measures both.
template <class T>
struct Ours {
  using Value = T;
  Array<T> list;
  void add(T value) { list.push(value); }
  long byIndex() const {
    long sum = 0;
    for (int i = 0; i < list.length(); i++) sum += long(list[i]);
    return sum;
  }
  long overElements() const {
    long sum = 0;
    for (auto each : list) sum += long(each);
    return sum;
  }
  Ours copy() const { return {list.slice()}; }
  // Sorts as a ported JavaScript program does, with a function that returns a difference.
  void sort() {
    list.sort([](T a, T b) { return a - b; });
  }
};
template <class T>
struct Theirs {
  using Value = T;
  std::vector<T> list;
  void add(T value) { list.push_back(value); }
  long byIndex() const {
    long sum = 0;
    for (std::size_t i = 0; i < list.size(); i++) sum += long(list[i]);
    return sum;
  }
  long overElements() const {
    long sum = 0;
    for (auto each : list) sum += long(each);
    return sum;
  }
  Theirs copy() const { return *this; }
  void sort() { std::stable_sort(list.begin(), list.end()); }
};

template <class L>
L filled(std::size_t count) {
  L list;
  for (auto each : shuffled<typename L::Value>(count)) list.add(each);
  return list;
}

template <class L>
void append(benchmark::State& state) {
  const int count = int(state.range(0));
  for (auto _ : state) {
    L list;
    for (int i = 0; i < count; i++) list.add(typename L::Value(i));
    benchmark::DoNotOptimize(list);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class L>
void indexed(benchmark::State& state) {
  L list = filled<L>(std::size_t(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(list);
    benchmark::ClobberMemory();
    benchmark::DoNotOptimize(list.byIndex());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class L>
void rangeFor(benchmark::State& state) {
  L list = filled<L>(std::size_t(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(list);
    benchmark::ClobberMemory();
    benchmark::DoNotOptimize(list.overElements());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Both sides copy the list and sort the copy.
template <class L>
void sort(benchmark::State& state) {
  const L list = filled<L>(std::size_t(state.range(0)));
  for (auto _ : state) {
    L copy = list.copy();
    copy.sort();
    benchmark::DoNotOptimize(copy);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

#define NODECPP_ARRAY_BENCH(what, list, name) \
  BENCHMARK(what<list>)->Name("array/" #what "/" name)->Arg(16)->Arg(1000)->Arg(100000)
#define NODECPP_ARRAY_BENCHES(list, name)     \
  NODECPP_ARRAY_BENCH(append, list, name);    \
  NODECPP_ARRAY_BENCH(indexed, list, name);   \
  NODECPP_ARRAY_BENCH(rangeFor, list, name);  \
  NODECPP_ARRAY_BENCH(sort, list, name)

NODECPP_ARRAY_BENCHES(Ours<int>, "int/ours");
NODECPP_ARRAY_BENCHES(Theirs<int>, "int/std");
NODECPP_ARRAY_BENCHES(Ours<double>, "double/ours");
NODECPP_ARRAY_BENCHES(Theirs<double>, "double/std");

}  // namespace
