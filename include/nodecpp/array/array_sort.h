// Array's sort function. Programs include nodecpp/array.h.
#pragma once

#include <nodecpp/array.h>

#include <cstring>

namespace nodecpp {

namespace detail {

// Returns whether b must come before a. The compare function is called with the later element first, as V8 does. A
// wrong compare function such as `a > b`, which never returns a negative number, therefore sorts nothing, as in Node.
template <class F, class T>
bool isAfter(F& compare, const T& a, const T& b) {
  return compare(b, a) < 0;
}

// The copies of the elements during a sort. They are destroyed with the Sorting object, also when compare throws. Large
// elements, and those with a destructor, stay at their places, and the pointers to them are sorted.
template <class T>
class Sorting {
  static constexpr bool direct = std::is_trivially_copyable_v<T> && sizeof(T) <= 2 * sizeof(void*);
  using Item = std::conditional_t<direct, T, T*>;

 public:
  Sorting(const T* from, std::size_t count)
      : count_(count), copies_(places<T>(count)), items_(direct ? reinterpret_cast<Item*>(copies_) : places<Item>(count)),
        other_(places<Item>(count)) {
    for (; made_ < count; ++made_) {
      T* copy = ::new (copies_ + made_) T(from[made_]);
      if constexpr (!direct) items_[made_] = copy;
    }
  }
  ~Sorting() {
    for (std::size_t i = 0; i < made_; ++i) copies_[i].~T();
    release(copies_, count_ * sizeof(T));
    if constexpr (!direct) release(items_, count_ * sizeof(Item));
    release(other_, count_ * sizeof(Item));
  }
  Sorting(const Sorting&) = delete;
  Sorting& operator=(const Sorting&) = delete;

  T& operator[](std::size_t at) noexcept { return valueOf(items_[at]); }

  // Sorts runs of 16 elements by insertion, then merges pairs of runs until one is left.
  template <class F>
  void sort(F& compare) {
    constexpr std::size_t run = 16;
    for (std::size_t start = 0; start < count_; start += run) {
      const std::size_t end = start + run < count_ ? start + run : count_;
      for (std::size_t i = start + 1; i < end; ++i) insert(items_ + start, i - start, compare);
    }
    for (std::size_t length = run; length < count_; length *= 2)
      for (std::size_t start = 0; start + length < count_; start += 2 * length) {
        const std::size_t end = start + 2 * length < count_ ? start + 2 * length : count_;
        merge(items_ + start, length, end - start, compare);
      }
  }

 private:
  template <class P>
  static P* places(std::size_t count) {
    return static_cast<P*>(allocate(count * sizeof(P)));
  }
  static T& valueOf(Item& item) noexcept {
    if constexpr (direct)
      return item;
    else
      return *item;
  }

  template <class F>
  static void insert(Item* run, std::size_t at, F& compare) {
    Item moved = run[at];
    std::size_t to = at;
    for (; to > 0 && isAfter(compare, valueOf(run[to - 1]), valueOf(moved)); --to) run[to] = run[to - 1];
    run[to] = moved;
  }

  // Merges two halves of `run`, [0, middle) and [middle, end), each of which is sorted. The first half is copied to
  // other_ meanwhile.
  template <class F>
  void merge(Item* run, std::size_t middle, std::size_t end, F& compare) {
    if (!isAfter(compare, valueOf(run[middle - 1]), valueOf(run[middle]))) return;
    for (std::size_t i = 0; i < middle; ++i) other_[i] = run[i];
    std::size_t first = 0, second = middle, to = 0;
    // Written for a selection without a jump, because no processor can foresee which of the two comes next.
    while (first < middle && second < end) {
      const bool after = isAfter(compare, valueOf(other_[first]), valueOf(run[second]));
      run[to++] = *(after ? run + second : other_ + first);
      second += after;
      first += !after;
    }
    while (first < middle) run[to++] = other_[first++];
  }

  std::size_t count_;
  std::size_t made_ = 0;
  T* copies_;
  Item* items_;
  Item* other_;
};

}  // namespace detail

template <class T>
template <class F>
Array<T> Array<T>::sort(F&& compare NODECPP_NOESCAPE) const {
  const Array held = *this;
  const std::size_t count = held.defined().size;
  if (count < 2) return *this;
  // As in JavaScript, a copy of the elements is sorted, so the compare function may change the list.
  detail::Sorting<T> sorting(held.items(), count);
  if constexpr (detail::HasUndefined<T>) {
    // Undefined elements come last, and the compare function is not called with them.
    auto undefinedIsAfter = [&](const T& a, const T& b) {
      const bool noA = detail::isUndefined(a), noB = detail::isUndefined(b);
      if (noA || noB) return double(int(noA) - int(noB));
      return double(compare(a, b));
    };
    sorting.sort(undefinedIsAfter);
  } else {
    sorting.sort(compare);
  }
  if (held.size() == count) {
    for (std::size_t i = 0; i < count; ++i) std::swap(held.items()[i], sorting[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) held.put(i, std::move(sorting[i]));
  }
  return *this;
}

}  // namespace nodecpp
