// detail::List<T>: the runtime's own growing array, for members of public classes. Copying a List copies its elements.
// It gives out plain references, which dangle when the list grows, so public functions never return it to a program;
// they return an Array. Including <vector> instead would make up a fifth of the cost of including nodecpp/http.h.
#pragma once

#include <nodecpp/safety.h>
#include <nodecpp/traits.h>

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace nodecpp::detail {

template <class T>
class List {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  constexpr List() noexcept = default;
  List(std::initializer_list<T> elements) : List(elements.begin(), elements.end()) {}
  template <class I>
    requires requires(I at) { ++at, *at; }
  List(I from, I to) {
    for (; from != to; ++from) emplace_back(*from);
  }
  explicit List(std::size_t count) { resize(count); }
  // Makes a List of the elements of an Array.
  template <class R>
    requires(!std::is_same_v<R, List>) && requires(const R& range) {
      range.begin();
      range.end();
    }
  explicit List(const R& range) {
    for (const auto& element : range) emplace_back(element);
  }
  List(const List& other) : List(other.begin(), other.end()) {}
  List(List&& other) noexcept
      : items_(detail::exchange(other.items_, nullptr)), size_(detail::exchange(other.size_, 0)), room_(detail::exchange(other.room_, 0)) {}
  ~List() {
    clear();
    if (items_) release(items_, room_ * sizeof(T));
  }
  List& operator=(List other) noexcept {
    swap(other);
    return *this;
  }
  void swap(List& other) noexcept {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  T* begin() noexcept { return items_; }
  T* end() noexcept { return items_ + size_; }
  const T* begin() const noexcept { return items_; }
  const T* end() const noexcept { return items_ + size_; }
  T* data() noexcept { return items_; }
  const T* data() const noexcept { return items_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return room_; }
  bool empty() const noexcept { return size_ == 0; }
  T& operator[](std::size_t index) noexcept { return items_[index]; }
  const T& operator[](std::size_t index) const noexcept { return items_[index]; }
  T& front() noexcept { return items_[0]; }
  const T& front() const noexcept { return items_[0]; }
  T& back() noexcept { return items_[size_ - 1]; }
  const T& back() const noexcept { return items_[size_ - 1]; }

  template <class... A>
  T& emplace_back(A&&... args) {
    if (size_ == room_) [[unlikely]] {
      T made(std::forward<A>(args)...);  // made first, because an argument may refer to an element of this list
      reserve(room_ ? 2 * room_ : 4);
      return *::new (items_ + size_++) T(std::move(made));
    }
    return *::new (items_ + size_++) T(std::forward<A>(args)...);
  }
  void push_back(const T& element) { emplace_back(element); }
  void push_back(T&& element) { emplace_back(std::move(element)); }
  void pop_back() noexcept { items_[--size_].~T(); }
  void clear() noexcept {
    while (size_) pop_back();
  }
  void reserve(std::size_t room) {
    if (room <= room_) return;
    T* fresh = static_cast<T*>(allocate(room * sizeof(T)));
    for (std::size_t i = 0; i < size_; ++i) {
      ::new (fresh + i) T(std::move(items_[i]));
      items_[i].~T();
    }
    if (items_) release(items_, room_ * sizeof(T));
    items_ = fresh;
    room_ = room;
  }
  void resize(std::size_t size) {
    while (size_ > size) pop_back();
    reserve(size);
    while (size_ < size) emplace_back();
  }
  template <class I>
  void assign(I from, I to) {
    List fresh(from, to);
    swap(fresh);
  }
  T* insert(const T* before, T element) {
    const std::size_t at = std::size_t(before - items_);
    emplace_back(std::move(element));
    for (std::size_t i = size_ - 1; i > at; --i) std::swap(items_[i], items_[i - 1]);
    return items_ + at;
  }
  T* insert(const T* before, std::size_t count, const T& element) {
    const std::size_t at = std::size_t(before - items_);
    List fresh;
    fresh.reserve(size_ + count);
    for (std::size_t i = 0; i < at; ++i) fresh.emplace_back(std::move(items_[i]));
    for (std::size_t i = 0; i < count; ++i) fresh.emplace_back(element);
    for (std::size_t i = at; i < size_; ++i) fresh.emplace_back(std::move(items_[i]));
    swap(fresh);
    return items_ + at;
  }
  template <class I>
  void append(I from, I to) {
    for (; from != to; ++from) emplace_back(*from);
  }
  T* erase(const T* at) { return erase(at, at + 1); }
  T* erase(const T* from, const T* to) {
    T* first = items_ + (from - items_);
    T* rest = items_ + (to - items_);
    T* keep = first;
    for (; rest != end(); ++rest, ++keep) *keep = std::move(*rest);
    while (end() != keep) pop_back();
    return first;
  }

 private:
  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

// Removes the elements for which `matches` returns true. Returns how many were removed.
template <class T, class F>
std::size_t erase_if(List<T>& list, F matches) {
  T* keep = list.begin();
  for (T& element : list)
    if (!matches(element)) {
      if (keep != &element) *keep = std::move(element);
      ++keep;
    }
  const std::size_t gone = std::size_t(list.end() - keep);
  list.erase(keep, list.end());
  return gone;
}

}  // namespace nodecpp::detail
