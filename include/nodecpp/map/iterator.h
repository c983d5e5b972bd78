// What keys(), values() and entries() of a Map or Set give: JavaScript's iterators.
#pragma once

#include <nodecpp/iterator.h>
#include <nodecpp/map/table.h>
#include <nodecpp/missing.h>

namespace nodecpp {

namespace detail {

// What an iterator makes of an entry: a copy.
struct GivesKey {
  static constexpr const char* inspected = "Iterator";
  template <class E>
  static auto of(const E& entry) {
    return entry.key;
  }
};
struct GivesValue {
  static constexpr const char* inspected = "Iterator";
  template <class E>
  static auto of(const E& entry) {
    return entry.value;
  }
};
struct GivesEntry {
  static constexpr const char* inspected = "Entries";
  template <class E>
  static auto of(const E& entry) {
    return std::pair(entry.key, entry.value);
  }
};
struct GivesKeyTwice {
  static constexpr const char* inspected = "Entries";
  template <class E>
  static auto of(const E& entry) {
    return std::pair(entry.key, entry.key);
  }
};

}  // namespace detail

// An iterator over the entries of a Map or Set: a reference, as in JavaScript. It sees what is added while it runs, and not
// what is deleted; once it is done, it stays so.
template <class K, class V, class Gives>
class TableIterator : public IteratorHelpers<decltype(Gives::of(std::declval<const detail::TableEntry<K, V>&>()))> {
  using Walk = detail::TableWalk<K, V, Gives>;
  struct State {
    std::uint32_t refs;
    Walk walk;
  };

 public:
  using Element = decltype(Gives::of(std::declval<const detail::TableEntry<K, V>&>()));
  using NodecppBoxed = TableIterator;

  // For the runtime: Map and Set make iterators.
  explicit TableIterator(detail::Table<K, V>* table)
      : state_(::new (detail::allocate(sizeof(State))) State{1, Walk(table)}) {}
  TableIterator(const TableIterator& other) noexcept : state_(other.state_) { detail::countHolder(state_->refs); }
  TableIterator& operator=(const TableIterator& other) noexcept {
    TableIterator copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  ~TableIterator() {
    if (--state_->refs != 0) return;
    state_->~State();
    detail::release(state_, sizeof(State));
  }

  // The next element and `done` false; behind the last, `done` true.
  IteratorResult<Element> next() const {
    if (!more()) return IteratorResult<Element>::end();
    IteratorResult<Element> result{*state_->walk, false};
    state_->walk.pass();
    return result;
  }

  // A loop takes its elements from this iterator, as in JavaScript: what it leaves comes next.
  class Loop {
   public:
    explicit Loop(const TableIterator& iterator) : iterator_(iterator) {}
    Element operator*() const { return *iterator_.state_->walk; }
    Loop& operator++() noexcept {
      if (iterator_.state_->walk.runs()) iterator_.state_->walk.pass();
      return *this;
    }
    friend bool operator==(const Loop& loop, detail::IterationEnd) noexcept { return !loop.iterator_.more(); }

   private:
    TableIterator iterator_;
  };
  Loop begin() const { return Loop(*this); }
  detail::IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  const void* identity() const noexcept { return state_; }
  friend bool operator==(const TableIterator& a, const TableIterator& b) noexcept { return a.state_ == b.state_; }
  String toString() const { return str("[object ") + kind() + " Iterator]"; }
  friend String str(const TableIterator& iterator) { return iterator.toString(); }
  // What is left, which stays to be taken.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.iterator(kind(), Gives::inspected);
    if (!more()) return;
    for (Walk rest(state_->walk); rest != detail::IterationEnd(); ++rest) out.element(*rest);
  }

 private:
  friend struct detail::IteratorAccess;

  static const char* kind() noexcept { return detail::Table<K, V>::mapped ? "Map" : "Set"; }
  // Whether there is a next one; the table is let go of where there is none.
  bool more() const noexcept {
    if (!state_->walk.runs()) return false;
    if (state_->walk.settle()) return true;
    state_->walk.end();
    return false;
  }

  template <class G>
  bool pull(G&& give) const {
    if (!more()) return false;
    const TableIterator held(*this);
    Element element = *state_->walk;
    state_->walk.pass();
    give(std::move(element));
    return true;
  }

  State* state_;
};

}  // namespace nodecpp
