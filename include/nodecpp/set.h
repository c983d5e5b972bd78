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

#include <nodecpp/map/handle.h>
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
class Set : public TableHandle<T, detail::NoValue> {
  using Base = TableHandle<T, detail::NoValue>;
  using Base::table;
  using Key = detail::Key<T>;
  using Walk = detail::TableWalk<T, detail::NoValue, detail::GivesKey>;

 public:
  using NodecppBoxed = Set;
  // An empty set.
  Set() = default;
  // undefined: using it throws Node's TypeError.
  Set(std::nullptr_t) noexcept : Base(nullptr) {}
  static Set undefined() noexcept { return nullptr; }
  Set(std::initializer_list<T> elements) : Set() {
    table()->reserve(elements.size());
    for (const T& each : elements) add(each);
  }
  // `new Set(iterable)`: of anything that a loop takes such elements from. Of a set, a copy.
  template <class R>
  static Set from(const R& elements) {
    Set out;
    for (const auto& each : elements) out.add(each);
    return out;
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
  // f(element), f(element, element) or f(element, element, set), in order.
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const {
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
  detail::IterationEnd end() const noexcept { return {}; }

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
    if (this->size() <= other.size()) {
      for (const auto& each : *this)
        if (other.has(each)) out.add(each);
    } else {
      for (const auto& each : other.keys())
        if (this->has(each)) out.add(each);
    }
    return out;
  }
  template <detail::SetLike<T> S>
  Set difference(const S& other) const {
    Set out = from(*this);
    if (this->size() <= other.size()) {
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
      if (this->has(each))
        out.delete_(each);
      else
        out.add(each);
    }
    return out;
  }
  template <detail::SetLike<T> S>
  bool isSubsetOf(const S& other) const {
    if (this->size() > other.size()) return false;
    for (const auto& each : *this)
      if (!other.has(each)) return false;
    return true;
  }
  template <detail::SetLike<T> S>
  bool isSupersetOf(const S& other) const {
    if (this->size() < other.size()) return false;
    for (const auto& each : other.keys())
      if (!this->has(each)) return false;
    return true;
  }
  template <detail::SetLike<T> S>
  bool isDisjointFrom(const S& other) const {
    if (this->size() <= other.size()) {
      for (const auto& each : *this)
        if (other.has(each)) return false;
    } else {
      for (const auto& each : other.keys())
        if (this->has(each)) return false;
    }
    return true;
  }

  // "[object Set]", or "undefined"; console::log prints the elements.
  String toString() const { return *this ? "[object Set]" : "undefined"; }
  friend String str(const Set& set) { return set.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!*this) return out.undefined();
    out.set();
    for (const auto& each : *this) out.element(each);
  }
  using NodecppCollection = void;
};

}  // namespace nodecpp
