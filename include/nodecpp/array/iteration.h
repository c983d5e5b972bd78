// Going over a list: for-of, and the iterators of values(), keys() and entries(). Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array/body.h>
#include <nodecpp/array/forward.h>
#include <nodecpp/missing.h>

#include <cstddef>
#include <utility>

namespace nodecpp::detail {

struct IterationEnd {};

// The places of a list's elements, for the runtime. They are valid until the list changes.
struct ArrayAccess {
  template <class T>
  static T* items(const Array<T>& list) noexcept {
    return list.items();
  }
  template <class T>
  static T at(const Array<T>& list, std::size_t index) {
    return index < list.size() ? list.items()[index] : list.lacking(index);
  }
  template <class T>
  static void reserve(const Array<T>& list, std::size_t more) {
    list.reserve(more);
  }
};

// Holds the list, so that the loop may change it or let it go. Gives copies of the elements.
template <class T>
class ArrayIterator {
 public:
  using value_type = T;
  using difference_type = std::ptrdiff_t;

  explicit ArrayIterator(const Array<T>& list) : list_(list) { list_.defined(); }
  T operator*() const { return list_.items()[at_]; }
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

// An element with its index, as entries() gives: auto [index, value].
template <class T>
struct ArrayEntry {
  std::ptrdiff_t index;
  T value;
};

struct ValueAt {
  template <class T>
  static T of(const Array<T>& list, std::size_t at) {
    return ArrayAccess::items(list)[at];
  }
};
struct KeyAt {
  template <class T>
  static std::ptrdiff_t of(const Array<T>&, std::size_t at) {
    return std::ptrdiff_t(at);
  }
};
struct EntryAt {
  template <class T>
  static ArrayEntry<T> of(const Array<T>& list, std::size_t at) {
    return {std::ptrdiff_t(at), ArrayAccess::items(list)[at]};
  }
};

// An iterator as JavaScript's, and what for-of takes. Copies of it advance on their own, a difference to JavaScript.
template <class T, class What>
class ArrayIteration {
 public:
  using value_type = decltype(What::of(std::declval<const Array<T>&>(), 0));
  struct Next {
    value_type value;
    bool done;
  };

  ArrayIteration(const Array<T>& list) : list_(list) { static_cast<void>(list.length()); }

  // {value, done: false} of what comes next; at the end {undefined, done: true}, where a type that has no undefined has a
  // value made by default.
  Next next() {
    if (at_ < list_.size()) return {What::of(list_, at_++), false};
    at_ = SIZE_MAX;  // it has ended, whatever is added later
    return {value_type(), true};
  }

  ArrayIteration begin() const { return *this; }
  IterationEnd end() const noexcept { return {}; }
  value_type operator*() const { return What::of(list_, at_); }
  ArrayIteration& operator++() noexcept {
    ++at_;
    return *this;
  }
  friend bool operator==(const ArrayIteration& a, IterationEnd) noexcept { return a.at_ >= a.list_.size(); }

 private:
  Array<T> list_;
  std::size_t at_ = 0;
};

// The first N elements, each for a name of its own.
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
