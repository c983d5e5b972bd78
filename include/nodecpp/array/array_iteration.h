// Iteration over a list: for-of loops, and the iterators of values(), keys() and entries(). Programs include
// nodecpp/array.h.
#pragma once

#include <nodecpp/array/array_body.h>
#include <nodecpp/array/array_forward.h>
#include <nodecpp/iterable.h>
#include <nodecpp/missing.h>
#include <nodecpp/safety.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace nodecpp::detail {

// Converts a result to bool as JavaScript's `if` does. The functions that a program passes may return a String or a
// handle.
template <class V>
bool isTrue(const V& value) {
  if constexpr (std::is_floating_point_v<V>)
    return value == value && value != 0;
  else
    return static_cast<bool>(value);
}

struct IteratorAccess;

// For the runtime: direct access to a list's elements. A pointer to an element dangles once the list changes.
struct ArrayAccess {
  template <class T>
  static T* items(const Array<T>& list) noexcept { return list.items(); }
  template <class T>
  static T at(const Array<T>& list, std::size_t index) {
    return NODECPP_FAILS(arrayNames, index >= list.size()) ? list.onMissingElement(index) : list.items()[index];
  }
  template <class T>
  static void reserve(const Array<T>& list, std::size_t more) {
    list.reserve(more);
  }
  // Returns the body of a list that is not undefined.
  template <class T>
  static ArrayBody& body(const Array<T>& list) noexcept { return *list.body_; }
};

// The iterator of for-of. It holds a reference to the list, so the loop's body may change the list or drop it. It gives
// copies of the elements.
template <class T>
class ArrayIterator {
 public:
  using value_type = T;
  using difference_type = std::ptrdiff_t;

  explicit ArrayIterator(const Array<T>& list) : list_(list) { list_.defined(); }
  // Behind the end, returns the value of a missing element or throws a RangeError.
  T operator*() const {
    if (NODECPP_FAILS(arrayIterator, at_ >= list_.size())) [[unlikely]]
      return list_.onMissingElement(at_);
    return list_.items()[at_];
  }
  ArrayIterator& operator++() noexcept {
    ++at_;
    return *this;
  }
  void operator++(int) noexcept { ++at_; }
  friend bool operator==(const ArrayIterator& a, IterationEnd) noexcept { return a.at_ >= a.list_.size(); }

 private:
  Array<T> list_;
  std::size_t at_ = 0;
};

// An element with its index, as entries() gives it: auto [index, value].
template <class T>
struct ArrayEntry {
  std::ptrdiff_t index;
  T value;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.element(index).element(value);
  }
};

// ValueAt, KeyAt and EntryAt tell what an iterator gives for an index, and how far it goes.
struct ArraySize {
  template <class T>
  static std::size_t size(const Array<T>& list) noexcept {
    return list.size();
  }
};
struct ValueAt : ArraySize {
  template <class T>
  static T of(const Array<T>& list, std::size_t at) {
    return ArrayAccess::items(list)[at];
  }
};
struct KeyAt : ArraySize {
  template <class T>
  static std::ptrdiff_t of(const Array<T>&, std::size_t at) {
    return std::ptrdiff_t(at);
  }
};
struct EntryAt : ArraySize {
  template <class T>
  static ArrayEntry<T> of(const Array<T>& list, std::size_t at) {
    return {std::ptrdiff_t(at), ArrayAccess::items(list)[at]};
  }
};

// JavaScript's iterator of an Array or a typed array. It is a reference: copies share the position. Elements that are
// added during the iteration are visited. An iterator that has reached the end stays at the end.
template <class L, class What>
class ListIteration : public IteratorHelpers<decltype(What::of(std::declval<const L&>(), 0))> {
  struct State {
    std::uint32_t refs;
    L list;
    std::size_t at;
  };

 public:
  using value_type = decltype(What::of(std::declval<const L&>(), 0));
  using NodecppBoxed = ListIteration;

  ListIteration(const L& list) : state_(made(list)) {}
  ListIteration(const ListIteration& other) noexcept : state_(other.state_) { detail::countHolder(state_->refs); }
  ListIteration& operator=(const ListIteration& other) noexcept {
    ListIteration copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  ~ListIteration() {
    if (--state_->refs != 0) return;
    state_->~State();
    release(state_, sizeof(State));
  }

  // Returns {value, done: false} with the next element, or {undefined, done: true} at the end. Throws a TypeError when
  // the ArrayBuffer of a typed array was detached meanwhile.
  IteratorResult<value_type> next() const {
    if (!more()) return IteratorResult<value_type>::end();
    return {What::of(state_->list, state_->at++), false};
  }

  // A for-of loop over this iterator. The loop takes its elements from the iterator, so the iterator continues behind
  // them.
  class Loop {
   public:
    explicit Loop(const ListIteration& iterator) : iterator_(iterator) {}
    // Throws a RangeError when there is no current element: before the first comparison with the end, and behind the
    // last element.
    value_type operator*() const {
      const State& state = *iterator_.state_;
      if (NODECPP_FAILS(listIterator, state.at - 1 >= What::size(state.list))) [[unlikely]]
        throwOutOfRange(double(std::ptrdiff_t(state.at - 1)), What::size(state.list));
      return What::of(state.list, state.at - 1);
    }
    void operator++() noexcept {}
    // Moves to the next element, as JavaScript's loop does before each run of its body.
    friend bool operator==(const Loop& loop, IterationEnd) {
      if (!loop.iterator_.more()) return true;
      ++loop.iterator_.state_->at;
      return false;
    }

   private:
    ListIteration iterator_;
  };
  Loop begin() const { return Loop(*this); }
  IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  const void* identity() const noexcept { return state_; }
  friend bool operator==(const ListIteration& a, const ListIteration& b) noexcept { return a.state_ == b.state_; }
  auto toString() const { return kind(); }
  friend auto str(const ListIteration& iterator) { return iterator.kind(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text("Object [Array Iterator] {}");
  }

 private:
  friend struct IteratorAccess;

  static State* made(const L& list) {
    if (list.isUndefined()) [[unlikely]]
      throwUndefined();
    return ::new (allocate(sizeof(State))) State{1, list, 0};
  }
  template <class S = String>
  static S kind() {
    return "[object Array Iterator]";
  }
  bool more() const {
    if (state_->at != SIZE_MAX && state_->at < What::size(state_->list)) return true;
    state_->at = SIZE_MAX;  // the iterator has ended and ignores elements that are added later
    return false;
  }
  template <class G>
  bool pull(G&& give) const {
    if (!more()) return false;
    const ListIteration held(*this);
    give(What::of(held.state_->list, held.state_->at++));
    return true;
  }

  State* state_;
};

// The first N elements for a structured binding: auto [a, b] = list.first<2>().
template <class T, std::size_t N>
class FirstOf {
 public:
  explicit FirstOf(const Array<T>& list) : list_(list) {}
  template <std::size_t I>
  T get() const {
    return ArrayAccess::at(list_, I);
  }

 private:
  Array<T> list_;
};

}  // namespace nodecpp::detail

template <class T, std::size_t N>
struct std::tuple_size<nodecpp::detail::FirstOf<T, N>> : std::integral_constant<std::size_t, N> {};
template <std::size_t I, class T, std::size_t N>
struct std::tuple_element<I, nodecpp::detail::FirstOf<T, N>> {
  using type = T;
};
