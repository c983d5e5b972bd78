// Set<T>: JavaScript's Set. A reference, as every object: copies are the same set. Elements stand in the order in which they
// were added, and are told apart as the keys of a Map (nodecpp/map.h).
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Set
//
//   Set<String> seen{"a", "b"};
//   seen.add("c").add("a");
//   for (auto each : seen) …
//
// A set may change while it is iterated over: what is added is still visited, what is deleted is not.
#pragma once

#include <nodecpp/map/iterator.h>

namespace nodecpp {

template <class T>
class Set;

namespace detail {

// What union_ and its like take: a Set, or a Map, of which they look at the keys.
template <class S, class T>
concept SetLike = requires(const S& set, const T& element) {
  { set.has(element) } -> std::same_as<bool>;
  set.size();
  { set.keys().next().done } -> std::convertible_to<bool>;
};

}  // namespace detail

template <class T>
class Set {
  using Table = detail::Table<T, detail::NoValue>;
  using Key = detail::Key<T>;
  using Walk = detail::TableWalk<T, detail::NoValue, detail::GivesKey>;

 public:
  // An empty set.
  Set() : table_(Table::make()) {}
  // undefined: using it throws Node's TypeError.
  Set(std::nullptr_t) noexcept : table_(nullptr) {}
  static Set undefined() noexcept { return nullptr; }
  Set(std::initializer_list<T> elements) : Set() {
    for (const T& each : elements) add(each);
  }
  // `new Set(iterable)`: of anything that a loop takes such elements from. Of a set, a copy.
  template <class R>
  static Set from(const R& elements) {
    Set out;
    for (const auto& each : elements) out.add(each);
    return out;
  }

  Set(const Set& other) noexcept : table_(other.table_) {
    if (table_) ++table_->refs;
  }
  Set(Set&& other) noexcept : table_(std::exchange(other.table_, nullptr)) {}
  Set& operator=(const Set& other) noexcept {
    Set copy(other);
    std::swap(table_, copy.table_);
    return *this;
  }
  Set& operator=(Set&& other) noexcept {
    Set taken(std::move(other));
    std::swap(table_, taken.table_);
    return *this;
  }
  ~Set() {
    if (table_) Table::drop(table_);
  }

  // Adds an element at the end, unless it is there. Gives the set, so that calls chain. A RangeError for more than 2^24.
  const Set& add(Key element) const& [[clang::lifetimebound]] {
    table()->set(element, {}, "Set");
    return *this;
  }
  Set add(Key element) && {
    table()->set(element, {}, "Set");
    return std::move(*this);
  }
  bool has(Key element) const { return table()->find(element) != nullptr; }
  // JavaScript's `set.delete(element)`: whether it was there.
  bool delete_(Key element) const { return table()->erase(element); }
  void clear() const { table()->clear(); }
  std::size_t size() const { return table()->live; }

  // f(element), f(element, element) or f(element, element, set), in order.
  template <class F>
  void forEach(F&& f) const {
    Walk walk(table());
    const Set self(*this);  // may be the last one, which f drops
    while (walk.settle()) {
      auto element = *walk;
      walk.pass();
      detail::callWithFewer(f, element, element, self);
    }
  }
  // JavaScript's iterators: `set.values().next().value`.
  auto keys() const { return TableIterator<T, detail::NoValue, detail::GivesKey>(table()); }
  auto values() const { return keys(); }
  auto entries() const { return TableIterator<T, detail::NoValue, detail::GivesKeyTwice>(table()); }
  // for (auto element : set): copies.
  auto begin() const { return Walk(table()); }
  detail::WalkEnd end() const noexcept { return {}; }

  // Sets of what is in one of the two at least, in both, in this one alone, in just one of them. `union` is a word
  // of C++. The other is a Set, or a Map, of which the keys count.
  template <detail::SetLike<T> S>
  Set union_(const S& other) const {
    Set out = from(*this);
    for (const auto& each : other.keys()) out.add(each);
    return out;
  }
  template <detail::SetLike<T> S>
  Set intersection(const S& other) const {
    Set out;
    if (size() <= other.size()) {
      for (const auto& each : *this)
        if (other.has(each)) out.add(each);
    } else {
      for (const auto& each : other.keys())
        if (has(each)) out.add(each);
    }
    return out;
  }
  template <detail::SetLike<T> S>
  Set difference(const S& other) const {
    Set out = from(*this);
    if (size() <= other.size()) {
      for (const auto& each : *this)
        if (other.has(each)) out.delete_(each);
    } else {
      for (const auto& each : other.keys()) out.delete_(each);
    }
    return out;
  }
  template <detail::SetLike<T> S>
  Set symmetricDifference(const S& other) const {
    Set out = from(*this);
    for (const auto& each : other.keys()) {
      if (has(each))
        out.delete_(each);
      else
        out.add(each);
    }
    return out;
  }
  template <detail::SetLike<T> S>
  bool isSubsetOf(const S& other) const {
    if (size() > other.size()) return false;
    for (const auto& each : *this)
      if (!other.has(each)) return false;
    return true;
  }
  template <detail::SetLike<T> S>
  bool isSupersetOf(const S& other) const {
    if (size() < other.size()) return false;
    for (const auto& each : other.keys())
      if (!has(each)) return false;
    return true;
  }
  template <detail::SetLike<T> S>
  bool isDisjointFrom(const S& other) const {
    if (size() <= other.size()) {
      for (const auto& each : *this)
        if (other.has(each)) return false;
    } else {
      for (const auto& each : other.keys())
        if (has(each)) return false;
    }
    return true;
  }

  // False when undefined.
  explicit operator bool() const noexcept { return table_ != nullptr; }
  // Sets are equal when they are one.
  friend bool operator==(const Set& a, const Set& b) noexcept { return a.table_ == b.table_; }
  friend bool operator==(const Set& a, std::nullptr_t) noexcept { return a.table_ == nullptr; }
  const void* identity() const noexcept { return table_; }

  // "[object Set]", or "undefined"; console::log prints the elements.
  String toString() const { return table_ ? "[object Set]" : "undefined"; }
  friend String str(const Set& set) { return set.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!table_) return out.undefined();
    out.set();
    for (const auto& each : *this) out.element(each);
  }
  using NodecppCollection = void;

 private:
  Table* table() const {
    if constexpr (detail::safetyChecks) {
      if (!table_) [[unlikely]]
        detail::throwUndefined();
    }
    return table_;
  }

  Table* table_;
};

}  // namespace nodecpp
