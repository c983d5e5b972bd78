// Tests Maps and Sets with random operations against a simple model of what ECMAScript specifies: entries are appended
// to a list and deleted entries leave a hole for ever, so that an iterator is an index.
#include <nodecpp/map.h>
#include <nodecpp/set.h>

#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

using namespace nodecpp;

namespace {

// A key type with a poor hash, which has only three values.
struct Poor {
  int number;
  friend bool operator==(const Poor&, const Poor&) = default;
};

}  // namespace

template <>
struct nodecpp::detail::Hash<Poor> {
  static std::uint64_t of(const Poor& key, std::uint64_t seed) noexcept { return hashWord(key.number % 3, seed); }
  static bool same(const Poor& a, const Poor& b) noexcept { return a.number == b.number; }
};

namespace {

template <class K>
K keyOf(std::uint64_t number) {
  if constexpr (std::same_as<K, String>)
    return str(number % 5 ? "key " : "a key that is too long to be kept inside of a string ") + number;
  else
    return K{int(number)};
}

template <class K>
struct Model {
  std::vector<std::optional<std::pair<K, int>>> entries;
  std::optional<std::pair<K, int>>* find(const K& key) {
    for (auto& each : entries)
      if (each && each->first == key) return &each;
    return nullptr;
  }
  void set(const K& key, int value) {
    if (auto* found = find(key))
      (*found)->second = value;
    else
      entries.push_back(std::pair(key, value));
  }
  bool erase(const K& key) {
    auto* found = find(key);
    if (found) found->reset();
    return found != nullptr;
  }
  void clear() {
    for (auto& each : entries) each.reset();
  }
  std::size_t size() const {
    std::size_t out = 0;
    for (auto& each : entries) out += each.has_value();
    return out;
  }
};

template <class K>
struct Beside {
  using Iterator = decltype(Map<K, int>().entries());
  struct Pair {
    Iterator ours;
    std::size_t theirs;
    bool done;
  };

  explicit Beside(std::uint64_t seed) : state(seed) {}
  std::uint64_t state;
  Map<K, int> map;
  Model<K> model;
  std::vector<Pair> iterators;

  std::uint64_t random(std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  }

  void step(std::uint64_t keys) {
    const K key = keyOf<K>(random(keys));
    const auto what = random(100);
    if (what < 35) {
      const int value = int(random(1000));
      map.set(key, value);
      model.set(key, value);
    } else if (what < 65) {
      CHECK(map.delete_(key) == model.erase(key));
    } else if (what < 75) {
      auto* found = model.find(key);
      CHECK(map.has(key) == (found != nullptr));
      if (found) CHECK(map.get(key) == (*found)->second);
    } else if (what < 80) {
      if (iterators.size() < 20) iterators.push_back({map.entries(), 0, false});
    } else if (what < 97) {
      if (iterators.empty()) return;
      const std::size_t which = random(iterators.size());
      Pair& pair = iterators[which];
      auto result = pair.ours.next();
      if (!pair.done)
        while (pair.theirs < model.entries.size() && !model.entries[pair.theirs]) ++pair.theirs;
      pair.done = pair.done || pair.theirs == model.entries.size();
      REQUIRE(result.done == pair.done);
      if (!result.done) {
        auto [ourKey, ourValue] = result.value;
        CHECK(ourKey == model.entries[pair.theirs]->first);
        CHECK(ourValue == model.entries[pair.theirs]->second);
        ++pair.theirs;
      } else if (random(2)) {
        iterators.erase(iterators.begin() + std::ptrdiff_t(which));
      }
    } else if (what == 97) {
      if (random(10) == 0) {
        map.clear();
        model.clear();
      }
    } else {
      // A loop that changes the table while it iterates over it.
      std::size_t at = 0;
      for (auto [ourKey, ourValue] : map) {
        while (at < model.entries.size() && !model.entries[at]) ++at;
        REQUIRE(at < model.entries.size());
        CHECK(ourKey == model.entries[at]->first);
        CHECK(ourValue == model.entries[at]->second);
        ++at;
        if (random(4) == 0) {
          map.delete_(ourKey);
          model.erase(ourKey);
        }
        const K other = keyOf<K>(random(keys));
        if (random(2) == 0) {
          CHECK(map.delete_(other) == model.erase(other));
        } else if (at < 200) {
          map.set(other, int(at));
          model.set(other, int(at));
        }
        if (random(100) == 0) {
          map.clear();
          model.clear();
        }
      }
      while (at < model.entries.size() && !model.entries[at]) ++at;
      CHECK(at >= model.entries.size());
    }
    REQUIRE(map.size() == model.size());
    if (random(20) == 0) checkCopy();
  }
  void checkCopy() {
    const auto copy = Map<K, int>::from(map);
    REQUIRE(copy.size() == map.size());
    std::size_t at = 0;
    for (auto [ourKey, ourValue] : copy) {
      while (!model.entries[at]) ++at;
      CHECK(ourKey == model.entries[at]->first);
      CHECK(ourValue == model.entries[at++]->second);
      CHECK(copy.get(ourKey) == ourValue);
      copy.set(ourKey, -1);
      CHECK(map.get(ourKey) == ourValue);
    }
    CHECK(copy.size() == map.size());
  }
};

template <class K>
void run(std::uint64_t seeds, std::uint64_t keys, int steps) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    Beside<K> both(seed);
    for (int i = 0; i < steps; ++i) both.step(keys);
  }
}

}  // namespace

TEST_CASE("random operations on a Map give what ECMAScript says") {
  run<int>(40, 2, 400);
  run<int>(40, 12, 400);
  run<int>(10, 300, 2000);
  run<String>(20, 40, 500);
  run<Poor>(10, 60, 500);
}

TEST_CASE("random operations on Sets of two give what the elements say") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Set<int> a, b;
    bool inA[20] = {}, inB[20] = {};
    std::uint64_t state = seed;
    for (unsigned i = 0; i < seed % 30; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const int element = int((state >> 33) % 20);
      (state >> 60 & 1 ? a : b).add(element);
      (state >> 60 & 1 ? inA : inB)[element] = true;
    }
    bool subset = true, superset = true, disjoint = true;
    for (int i = 0; i < 20; ++i) {
      CHECK(a.union_(b).has(i) == (inA[i] || inB[i]));
      CHECK(a.intersection(b).has(i) == (inA[i] && inB[i]));
      CHECK(a.difference(b).has(i) == (inA[i] && !inB[i]));
      CHECK(a.symmetricDifference(b).has(i) == (inA[i] != inB[i]));
      subset = subset && (!inA[i] || inB[i]);
      superset = superset && (!inB[i] || inA[i]);
      disjoint = disjoint && !(inA[i] && inB[i]);
    }
    CHECK(a.isSubsetOf(b) == subset);
    CHECK(a.isSupersetOf(b) == superset);
    CHECK(a.isDisjointFrom(b) == disjoint);
  }
}

TEST_CASE("many iterators of a small Map") {
  Map<int, int> map{{-1, 0}, {-2, 0}};
  std::vector<decltype(map.keys())> iterators;
  for (int i = 0; i < 1000; ++i) {
    iterators.push_back(map.keys());
    CHECK(iterators.back().next().value == -1);
  }
  for (int i = 0; i < 10000; ++i) {
    map.set(i, i);
    map.delete_(i);
  }
  map.delete_(-2);
  map.set(5, 5);
  for (auto& each : iterators) {
    CHECK(each.next().value == 5);
    CHECK(each.next().done);
  }
}
