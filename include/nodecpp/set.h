// Set<T>: JavaScript's Set. A Set is a reference: copies are the same set. Elements are kept in the order in which they
// were added, and are compared like the keys of a Map (nodecpp/map.h).
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Set
//
//   Set<String> seen{"a", "b"};
//   seen.add("c").add("a");
//   for (auto each : seen) …
//
// A set may change during an iteration: elements that are added are visited, and elements that are deleted are not.
#pragma once

#include <nodecpp/map/table_handle.h>
#include <nodecpp/map/table_iterator.h>
#include <nodecpp/traits.h>

namespace nodecpp {

template <class T>
class Set;

namespace detail {

// The argument of union_ and similar functions: a Set, or a Map, whose keys are used.
template <class S, class T>
concept SetLike = requires(const S& set, const T& element) {
  { set.has(element) } -> std::same_as<bool>;
  set.size();
  { set.keys().next().done } -> detail::ConvertsTo<bool>;
};

}  // namespace detail

template <class T>
class Set : public TableHandle<T, detail::NoValue> {
  using Base = TableHandle<T, detail::NoValue>;
  using Base::table;
  using Key = detail::Key<T>;
  using Walk = detail::TableWalk<T, detail::NoValue, detail::YieldsKey>;

 public:
  using NodecppBoxed = Set;
  // Makes an empty Set.
  Set() = default;
  // Makes an undefined Set. Using it throws Node's TypeError.
  Set(std::nullptr_t) noexcept : Base(nullptr) {}
  static Set undefined() noexcept { return nullptr; }
  // JavaScript's `set ?? other`. Both are evaluated.
  Set orElse(Set other) const { return *this ? *this : std::move(other); }
  Set(std::initializer_list<T> elements) : Set() {
    table()->reserve(elements.size());
    for (const T& each : elements) add(each);
  }
  // JavaScript's `new Set(iterable)`: makes a set of the elements that a loop over `elements` gives. For a Set it makes
  // a copy.
  template <class R>
  static Set from(const R& elements) {
    Set out;
    if constexpr (std::same_as<R, Set>)
      out.table()->copyFrom(*elements.table());
    else
      for (const auto& each : elements) out.add(each);
    return out;
  }

  // Adds an element at the end unless the set contains it. Returns the set, so that calls can be chained; the reference
  // dangles once this Set is destroyed. Throws a RangeError for more than 2^24 elements, V8's limit.
  const Set& add(Key element) const& [[clang::lifetimebound]] {
    table()->set(element, {}, "Set");
    return *this;
  }
  Set add(Key element) && {
    table()->set(element, {}, "Set");
    return std::move(*this);
  }
  // Calls f(element), f(element, element) or f(element, element, set) for each element in order.
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const {
    Walk walk(table());
    const Set self(*this);  // f may drop the last other reference to the set
    while (walk.settle()) {
      auto element = *walk;
      walk.pass();
      detail::callWithFewer(f, element, element, self);
    }
  }
  // keys, values and entries return JavaScript's iterators: `set.values().next().value`.
  auto keys() const { return TableIterator<T, detail::NoValue, detail::YieldsKey>(table()); }
  auto values() const { return keys(); }
  auto entries() const { return TableIterator<T, detail::NoValue, detail::YieldsKeyTwice>(table()); }
  // Iterates over copies of the elements: for (auto element : set).
  auto begin() const { return Walk(table()); }
  detail::IterationEnd end() const noexcept { return {}; }

  // JavaScript's set operations. union_ (`union` is a keyword of C++) returns the elements of either set, intersection
  // those of both, difference those of this set alone, and symmetricDifference those of exactly one of the sets. The
  // argument is a Set, or a Map, whose keys are used.
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

  // Returns "[object Set]", or "undefined" for an undefined Set. console::log prints the elements.
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
