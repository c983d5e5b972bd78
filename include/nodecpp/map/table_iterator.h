// The iterators that keys(), values() and entries() of a Map or Set return.
#pragma once

#include <nodecpp/iterator.h>
#include <nodecpp/map/hash_table.h>
#include <nodecpp/missing.h>

namespace nodecpp {

namespace detail {

// Each of these classes tells what an iterator gives for an entry. The results are copies.
struct YieldsKey {
  static constexpr const char* inspected = "Iterator";
  template <class E>
  static auto of(const E& entry) {
    return entry.key;
  }
};
struct YieldsValue {
  static constexpr const char* inspected = "Iterator";
  template <class E>
  static auto of(const E& entry) {
    return entry.value;
  }
};
struct YieldsEntry {
  static constexpr const char* inspected = "Entries";
  template <class E>
  static auto of(const E& entry) {
    return std::pair(entry.key, entry.value);
  }
};
struct YieldsKeyTwice {
  static constexpr const char* inspected = "Entries";
  template <class E>
  static auto of(const E& entry) {
    return std::pair(entry.key, entry.key);
  }
};

}  // namespace detail

// JavaScript's iterator over the entries of a Map or Set. It is a reference: copies share the position. Entries that
// are added during the iteration are visited, and entries that are deleted are not. An iterator that has reached the
// end stays at the end.
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

  // For the runtime: only Map and Set make iterators.
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

  // Returns the next element with `done` false, or a result with `done` true behind the last element.
  IteratorResult<Element> next() const {
    if (!more()) return IteratorResult<Element>::end();
    IteratorResult<Element> result{*state_->walk, false};
    state_->walk.pass();
    return result;
  }

  // A for-of loop over this iterator. As in JavaScript the loop takes its elements from the iterator, so the iterator
  // continues behind them.
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
  // util.inspect prints the elements that the iterator has not given yet, and does not consume them.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.iterator(kind(), Gives::inspected);
    if (!more()) return;
    for (Walk rest(state_->walk); rest != detail::IterationEnd(); ++rest) out.element(*rest);
  }

 private:
  friend struct detail::IteratorAccess;

  static const char* kind() noexcept { return detail::Table<K, V>::mapped ? "Map" : "Set"; }
  // Returns whether there is a next element. At the end the iterator drops its reference to the table.
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
