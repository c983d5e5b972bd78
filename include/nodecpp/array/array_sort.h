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

// The copies of the elements during a sort. They are destroyed with the Sorting object, also when compare throws.
template <class T>
class Sorting {
 public:
  Sorting(const T* from, std::size_t count) : count_(count), items_(places(count)), other_(places(count)) {
    for (; made_ < count; ++made_) ::new (items_ + made_) T(from[made_]);
  }
  ~Sorting() {
    for (std::size_t i = 0; i < made_; ++i) items_[i].~T();
    release(items_, count_ * sizeof(T));
    release(other_, count_ * sizeof(T));
  }
  Sorting(const Sorting&) = delete;
  Sorting& operator=(const Sorting&) = delete;

  T* items() noexcept { return items_; }

  // Sorts runs of 16 elements by insertion, then merges pairs of runs until one is left. When compare throws, all
  // elements are still there, in an unspecified order.
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
  static T* places(std::size_t count) { return static_cast<T*>(allocate(count * sizeof(T))); }

  template <class F>
  static void insert(T* run, std::size_t at, F& compare) {
    std::size_t to = at;
    while (to > 0 && isAfter(compare, run[to - 1], run[at])) --to;
    if (to == at) return;
    T moved = std::move(run[at]);
    for (std::size_t i = at; i > to; --i) run[i] = std::move(run[i - 1]);
    run[to] = std::move(moved);
  }

  // Merges two halves of `run`, [0, middle) and [middle, end), each of which is sorted. The first half is moved to
  // other_ meanwhile.
  template <class F>
  void merge(T* run, std::size_t middle, std::size_t end, F& compare) {
    if (!isAfter(compare, run[middle - 1], run[middle])) return;
    struct Waiting {
      T* items;
      T* run;
      std::size_t at = 0, size, to = 0;
      // Also runs when compare throws: the elements of the first half that were not merged yet return to the free
      // places.
      ~Waiting() {
        for (; at < size; ++at) {
          run[to++] = std::move(items[at]);
          items[at].~T();
        }
      }
    } first{other_, run, 0, middle, 0};
    for (std::size_t i = 0; i < middle; ++i) ::new (other_ + i) T(std::move(run[i]));
    for (std::size_t second = middle; second < end && first.at < first.size;) {
      if (isAfter(compare, first.items[first.at], run[second])) {
        run[first.to++] = std::move(run[second++]);
      } else {
        run[first.to++] = std::move(first.items[first.at]);
        first.items[first.at++].~T();
      }
    }
  }

  std::size_t count_;
  std::size_t made_ = 0;
  T* items_;
  T* other_;
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
    for (std::size_t i = 0; i < count; ++i) std::swap(held.items()[i], sorting.items()[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) held.put(i, std::move(sorting.items()[i]));
  }
  return *this;
}

}  // namespace nodecpp
