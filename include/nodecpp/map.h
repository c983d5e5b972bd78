// Map<K, V>: JavaScript's Map. A reference, as every object: copies are the same map. Entries stand in the order in which
// their keys were added. Keys are numbers (NaN equals NaN, -0 is kept as 0), strings by their text, and what is a reference
// (handles, functions, other Maps) by identity; for a type of your own see nodecpp/map/hash.h.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Map
//
//   Map<String, int> ages{{"Ann", 34}, {"Bob", 29}};
//   ages.set("Cid", 7).set("Dan", 51);
//   for (auto [name, age] : ages) …
//
// A map may change while it is iterated over: what is added is still visited, what is deleted is not.
#pragma once

#include <nodecpp/map/handle.h>
#include <nodecpp/map/iterator.h>

namespace nodecpp {

namespace detail {

// What the RangeError says of a key that is not there, where undefined cannot be given.
String noEntry(const String& key);
String quotedKey(StringArg key);
template <class K>
String printedKey(const K& key) {
  if constexpr (StringLike<const K&>)
    return quotedKey(key);
  else if constexpr (requires { String(str(key)); })
    return str(key);
  else
    return "this one";
}

}  // namespace detail

// Without arguments it is the place of Map<>::groupBy.
template <class K = detail::AnyElement, class V = detail::AnyElement>
class Map : public TableHandle<K, V> {
  using Base = TableHandle<K, V>;
  using Base::table;
  using Key = detail::Key<K>;

 public:
  using NodecppBoxed = Map;
  // An empty map.
  Map() = default;
  // undefined: using it throws Node's TypeError.
  Map(std::nullptr_t) noexcept : Base(nullptr) {}
  static Map undefined() noexcept { return nullptr; }
  // {{"a", 1}, {"b", 2}}. Of two with the same key the last counts.
  Map(std::initializer_list<std::pair<K, V>> entries) : Map() {
    table()->reserve(entries.size());
    for (const auto& [key, value] : entries) set(key, value);
  }
  // `new Map(iterable)`: of anything that a loop takes pairs from. Of a map, a copy.
  template <class R>
  static Map from(const R& entries) {
    Map out;
    for (const auto& [key, value] : entries) out.set(key, value);
    return out;
  }

  // The value of `key`, a copy. Where there is none: undefined if V has that, NaN for floating point, else a RangeError.
  decltype(auto) get(Key key) const {  // to change a field: V value = map.get(key); value.field = x; map.set(key, value)
    if (const auto* entry = table()->find(key)) [[likely]]
      return detail::Given<V>(entry->value);
    return detail::Given<V>(none(key));
  }
  // JavaScript's `map.get(key) ?? other`.
  decltype(auto) get(Key key, V other) const {
    const auto* entry = table()->find(key);
    return detail::Given<V>(entry ? entry->value : other);
  }
  // Adds an entry at the end, or changes the value of the one that has this key, which keeps its place. Gives the map, so
  // that calls chain. A RangeError for more than 2^24 entries.
  const Map& set(Key key, V value) const& [[clang::lifetimebound]] {
    table()->set(key, std::move(value), "Map");
    return *this;
  }
  Map set(Key key, V value) && {
    table()->set(key, std::move(value), "Map");
    return std::move(*this);
  }
  template <class Q>
  V operator[](const Q& key) const NODECPP_DELETED("write map.get(key) or map.set(key, value)");

  // f(value), f(value, key) or f(value, key, map), in order.
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const {
    detail::TableWalk<K, V, detail::GivesEntry> walk(table());
    const Map self(*this);  // may be the last one, which f drops
    while (walk.settle()) {
      auto [key, value] = *walk;
      walk.pass();
      detail::callWithFewer(f, value, key, self);
    }
  }
  // JavaScript's iterators: `for (auto key : map.keys())`, `map.keys().next().value`.
  auto keys() const { return TableIterator<K, V, detail::GivesKey>(table()); }
  auto values() const { return TableIterator<K, V, detail::GivesValue>(table()); }
  auto entries() const { return TableIterator<K, V, detail::GivesEntry>(table()); }
  // for (auto [key, value] : map): copies.
  auto begin() const { return detail::TableWalk<K, V, detail::GivesEntry>(table()); }
  detail::IterationEnd end() const noexcept { return {}; }

  // "[object Map]", or "undefined"; console::log prints the entries.
  String toString() const { return *this ? "[object Map]" : "undefined"; }
  friend String str(const Map& map) { return map.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!*this) return out.undefined();
    out.map();
    for (const auto& [key, value] : *this) out.entry(key, value);
  }
  using NodecppCollection = void;

 private:
  [[gnu::noinline, gnu::cold]] static V none(Key key) {
    return detail::missing<V>([&] { return detail::noEntry(detail::printedKey(key)); });
  }
};

template <>
class Map<detail::AnyElement, detail::AnyElement> {
 public:
  Map() = delete;

  // A map of lists: under each key the elements of `list`, or of anything else that a loop goes over, for which
  // f(element, index) gave this key. A literal as a key is a String.
  template <detail::ForOf S, class F>
  static auto groupBy(const S& list, F&& f NODECPP_NOESCAPE) {
    using T = detail::Plain<decltype(detail::firstOf(list))>;
    using K = detail::PlainOrText<decltype(detail::callWithFewer(f, std::declval<const T&>(), std::ptrdiff_t()))>;
    Map<K, Array<T>> groups;
    std::ptrdiff_t index = 0;
    for (const T& element : list) {
      const K key(detail::callWithFewer(f, element, index++));
      Array<T> group = groups.get(key);
      if (!group) groups.set(key, group = Array<T>());
      group.push(element);
    }
    return groups;
  }
};

}  // namespace nodecpp
