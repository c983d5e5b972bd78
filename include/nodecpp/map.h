// Map<K, V>: JavaScript's Map. A Map is a reference: copies are the same map. Entries are kept in the order in which
// their keys were added. Numbers as keys are compared by value (NaN equals NaN, and -0 is stored as 0), strings by
// their text, and references (handles, functions, other Maps) by identity. For keys of a program's own type see
// nodecpp/map/key_hash.h.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Map
//
//   Map<String, int> ages{{"Ann", 34}, {"Bob", 29}};
//   ages.set("Cid", 7).set("Dan", 51);
//   for (auto [name, age] : ages) …
//
// A map may change during an iteration: entries that are added are visited, and entries that are deleted are not.
#pragma once

#include <nodecpp/map/table_handle.h>
#include <nodecpp/map/table_iterator.h>

namespace nodecpp {

namespace detail {

// Returns the message of the RangeError for a missing key, thrown where V has neither undefined nor NaN.
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

// JavaScript's Map. Map<> without types has the static function groupBy.
template <class K = detail::AnyElement, class V = detail::AnyElement>
class Map : public TableHandle<K, V> {
  using Base = TableHandle<K, V>;
  using Base::table;
  using Key = detail::Key<K>;

 public:
  using NodecppBoxed = Map;
  // Makes an empty Map.
  Map() = default;
  // Makes an undefined Map. Using it throws Node's TypeError.
  Map(std::nullptr_t) noexcept : Base(nullptr) {}
  static Map undefined() noexcept { return nullptr; }
  // JavaScript's `map ?? other`. Both are evaluated.
  Map orElse(Map other) const { return *this ? *this : std::move(other); }
  // Makes a map of pairs: {{"a", 1}, {"b", 2}}. When two pairs have the same key, the last pair wins.
  Map(std::initializer_list<std::pair<K, V>> entries) : Map() {
    table()->reserve(entries.size());
    for (const auto& [key, value] : entries) set(key, value);
  }
  // JavaScript's `new Map(iterable)`: makes a map of the pairs that a loop over `entries` gives, or of the lists [key,
  // value] of a var. For a Map it makes a copy.
  template <class R>
  static Map from(const R& entries) {
    Map out;
    if constexpr (std::same_as<R, Map>)
      out.table()->copyFrom(*entries.table());
    else if constexpr (requires { typename std::remove_cvref_t<decltype(*entries.begin())>::NodecppVar; })
      for (const auto& entry : entries) out.set(static_cast<K>(entry[0]), static_cast<V>(entry[1]));
    else
      for (const auto& [key, value] : entries) out.set(key, value);
    return out;
  }

  // Returns a copy of the value of `key`. For a missing key it returns undefined or NaN where V has one of them, and
  // otherwise throws a RangeError.
  decltype(auto) get(Key key) const {  // to change a field: V value = map.get(key); value.field = x; map.set(key, value)
    if (const auto* entry = table()->find(key)) [[likely]]
      return detail::Given<V>(entry->value);
    return detail::Given<V>(none(key));
  }
  // JavaScript's `map.get(key) ?? other`: returns `other` when the key is missing.
  decltype(auto) get(Key key, V other) const {
    const auto* entry = table()->find(key);
    return detail::Given<V>(entry ? entry->value : other);
  }
  // Adds an entry at the end, or changes the value of the entry with this key, which keeps its position. Returns the
  // map, so that calls can be chained; the reference dangles once this Map is destroyed. Throws a RangeError for more
  // than 2^24 entries, V8's limit.
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

  // Calls f(value), f(value, key) or f(value, key, map) for each entry in order.
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const {
    detail::TableWalk<K, V, detail::YieldsEntry> walk(table());
    const Map self(*this);  // f may drop the last other reference to the map
    while (walk.settle()) {
      auto [key, value] = *walk;
      walk.pass();
      detail::callWithFewer(f, value, key, self);
    }
  }
  // Return JavaScript's iterators: `for (auto key : map.keys())`, `map.keys().next().value`.
  auto keys() const { return TableIterator<K, V, detail::YieldsKey>(table()); }
  auto values() const { return TableIterator<K, V, detail::YieldsValue>(table()); }
  auto entries() const { return TableIterator<K, V, detail::YieldsEntry>(table()); }
  // Iterates over copies of the entries: for (auto [key, value] : map).
  auto begin() const { return detail::TableWalk<K, V, detail::YieldsEntry>(table()); }
  detail::IterationEnd end() const noexcept { return {}; }

  // Returns "[object Map]", or "undefined" for an undefined Map. console::log prints the entries.
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

  // JavaScript's Map.groupBy: returns a map of lists. Each element of `list`, which is a list or anything else that
  // for-of iterates over, is appended to the list under the key that f(element, index) returns. A string literal as a
  // key becomes a String.
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

// auto [key, value] = entries[0], of a list of pairs: those of a Map.
template <class A, class B>
struct std::tuple_size<nodecpp::ArrayElement<std::pair<A, B>>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I, class A, class B>
struct std::tuple_element<I, nodecpp::ArrayElement<std::pair<A, B>>> : std::tuple_element<I, std::pair<A, B>> {};
