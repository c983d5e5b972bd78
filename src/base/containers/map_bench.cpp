// Compares Map and Set with std::unordered_map and std::unordered_set, and with absl::flat_hash_map and
// absl::flat_hash_set when they are installed (libabsl-dev): finding, inserting, erasing and iterating, with numbers
// and texts as keys. Each library has its own text type as a program would use it, which is std::string for the two
// others.
//   build/release/bench/micro_base --benchmark_filter=map --benchmark_repetitions=15
//     --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true
#include <benchmark/benchmark.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#if __has_include(<absl/container/flat_hash_map.h>)
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#define NODECPP_BENCH_ABSL 1
#endif

namespace {

using namespace nodecpp;

// Returns the same numbers in a random order.
std::vector<int> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<int> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = int(i * 7 + 3);
  for (std::size_t left = count; left > 1; --left) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    std::swap(out[left - 1], out[(seed >> 33) % left]);
  }
  return out;
}

template <class K>
K keyOf(int number) {
  if constexpr (std::same_as<K, int>) {
    return number;
  } else {
    const std::string text = "session:" + std::to_string(number);
    return K(text);
  }
}
template <class K>
std::vector<K> keysOf(std::size_t count, std::uint64_t seed) {
  std::vector<K> out;
  for (int each : shuffled(count, seed)) out.push_back(keyOf<K>(each));
  return out;
}

// The compared tables behind the same interface, so that one benchmark measures all of them.
template <class K>
struct Ours {
  using Key = K;
  Map<K, int> map;
  void insert(const K& key, int value) { map.set(key, value); }
  int get(const K& key) const { return map.get(key); }
  bool has(const K& key) const { return map.has(key); }
  bool erase(const K& key) { return map.delete_(key); }
  long sum() const {
    long out = 0;
    for (auto [key, value] : map) out += value;
    return out;
  }
};
template <class M>
struct Theirs {
  using Key = typename M::key_type;
  M map;
  void insert(const Key& key, int value) { map.insert_or_assign(key, value); }
  int get(const Key& key) const {
    auto found = map.find(key);
    return found == map.end() ? -1 : found->second;
  }
  bool has(const Key& key) const { return map.find(key) != map.end(); }
  bool erase(const Key& key) { return map.erase(key) != 0; }
  long sum() const {
    long out = 0;
    for (const auto& [key, value] : map) out += value;
    return out;
  }
};

// The sets behind the interface of the maps, with a dummy value.
template <class K>
struct OurSet {
  using Key = K;
  Set<K> set;
  void insert(const K& key, int) { set.add(key); }
  bool get(const K& key) const { return set.has(key); }
  bool has(const K& key) const { return set.has(key); }
  bool erase(const K& key) { return set.delete_(key); }
  long sum() const {
    long out = 0;
    for (auto key : set) out += weight(key);
    return out;
  }
  static long weight(int key) { return key; }
  static long weight(const String& key) { return long(key.size()); }
};
template <class S>
struct TheirSet {
  using Key = typename S::key_type;
  S set;
  void insert(const Key& key, int) { set.insert(key); }
  bool get(const Key& key) const { return set.find(key) != set.end(); }
  bool has(const Key& key) const { return set.find(key) != set.end(); }
  bool erase(const Key& key) { return set.erase(key) != 0; }
  long sum() const {
    long out = 0;
    for (const auto& key : set) out += weight(key);
    return out;
  }
  static long weight(int key) { return key; }
  static long weight(const std::string& key) { return long(key.size()); }
};

template <class T>
void fill(T& table, const std::vector<typename T::Key>& keys) {
  int value = 0;
  for (const auto& key : keys) table.insert(key, value++);
}

template <class T>
void find(benchmark::State& state) {
  const auto count = std::size_t(state.range(0));
  T table;
  fill(table, keysOf<typename T::Key>(count, 1));
  const auto keys = keysOf<typename T::Key>(count, 2);
  for (auto _ : state)
    for (const auto& key : keys) benchmark::DoNotOptimize(table.get(key));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class T>
void findNone(benchmark::State& state) {
  const auto count = std::size_t(state.range(0));
  T table;
  fill(table, keysOf<typename T::Key>(count, 1));
  std::vector<typename T::Key> keys;
  for (int each : shuffled(count, 2)) keys.push_back(keyOf<typename T::Key>(each + 1));
  for (auto _ : state)
    for (const auto& key : keys) benchmark::DoNotOptimize(table.has(key));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class T>
void insert(benchmark::State& state) {
  const auto keys = keysOf<typename T::Key>(std::size_t(state.range(0)), 1);
  for (auto _ : state) {
    T table;
    fill(table, keys);
    benchmark::DoNotOptimize(table);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Adds and deletes equally many entries in a table of constant size, as in a table of pending requests.
template <class T>
void erase(benchmark::State& state) {
  const auto count = std::size_t(state.range(0));
  const auto keys = keysOf<typename T::Key>(count, 1);
  const auto order = keysOf<typename T::Key>(count, 2);
  T table;
  fill(table, keys);
  for (auto _ : state) {
    for (const auto& key : order) {
      benchmark::DoNotOptimize(table.erase(key));
      table.insert(key, 1);
    }
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// Fills a table and empties it by single deletions.
template <class T>
void eraseAll(benchmark::State& state) {
  const auto count = std::size_t(state.range(0));
  const auto keys = keysOf<typename T::Key>(count, 1);
  const auto order = keysOf<typename T::Key>(count, 2);
  T table;
  for (auto _ : state) {
    fill(table, keys);
    for (const auto& key : order) benchmark::DoNotOptimize(table.erase(key));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class T>
void iterate(benchmark::State& state) {
  T table;
  fill(table, keysOf<typename T::Key>(std::size_t(state.range(0)), 1));
  for (auto _ : state) benchmark::DoNotOptimize(table.sum());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

#define NODECPP_MAP_BENCH(what, table, name) \
  BENCHMARK(what<table>)->Name(name)->Arg(16)->Arg(1000)->Arg(100000)
#define NODECPP_MAP_BENCHES(table, kind, name)               \
  NODECPP_MAP_BENCH(find, table, kind "/find/" name);         \
  NODECPP_MAP_BENCH(findNone, table, kind "/findNone/" name); \
  NODECPP_MAP_BENCH(insert, table, kind "/insert/" name);     \
  NODECPP_MAP_BENCH(erase, table, kind "/erase/" name);       \
  NODECPP_MAP_BENCH(eraseAll, table, kind "/eraseAll/" name); \
  NODECPP_MAP_BENCH(iterate, table, kind "/iterate/" name)

using StdInt = Theirs<std::unordered_map<int, int>>;
using StdText = Theirs<std::unordered_map<std::string, int>>;
using StdIntSet = TheirSet<std::unordered_set<int>>;
using StdTextSet = TheirSet<std::unordered_set<std::string>>;
NODECPP_MAP_BENCHES(Ours<int>, "map", "int/ours");
NODECPP_MAP_BENCHES(StdInt, "map", "int/std");
NODECPP_MAP_BENCHES(Ours<String>, "map", "text/ours");
NODECPP_MAP_BENCHES(StdText, "map", "text/std");
NODECPP_MAP_BENCHES(OurSet<int>, "set", "int/ours");
NODECPP_MAP_BENCHES(StdIntSet, "set", "int/std");
NODECPP_MAP_BENCHES(OurSet<String>, "set", "text/ours");
NODECPP_MAP_BENCHES(StdTextSet, "set", "text/std");
#ifdef NODECPP_BENCH_ABSL
using AbslInt = Theirs<absl::flat_hash_map<int, int>>;
using AbslText = Theirs<absl::flat_hash_map<std::string, int>>;
using AbslIntSet = TheirSet<absl::flat_hash_set<int>>;
using AbslTextSet = TheirSet<absl::flat_hash_set<std::string>>;
NODECPP_MAP_BENCHES(AbslInt, "map", "int/absl");
NODECPP_MAP_BENCHES(AbslText, "map", "text/absl");
NODECPP_MAP_BENCHES(AbslIntSet, "set", "int/absl");
NODECPP_MAP_BENCHES(AbslTextSet, "set", "text/absl");
#endif

}  // namespace
