// A queue in a ring buffer. It keeps its memory, so that adding and removing items does not allocate in a steady state.
#pragma once

#include <nodecpp/safety.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "base/assertion.h"

namespace nodecpp::detail {

template <class T>
class Ring {
 public:
  Ring() noexcept = default;
  Ring(const Ring&) = delete;
  ~Ring() {
    clear();
    if (items_) release(items_, capacity_ * sizeof(T));
  }

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t index) noexcept {
    NODECPP_DEBUG_ASSERT(index < size_, index, size_);
    return items_[(first_ + index) & (capacity_ - 1)];
  }
  void push_back(T item) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    NODECPP_DEBUG_ASSERT(size_ < capacity_ && first_ < capacity_, size_, first_, capacity_);
    ::new (items_ + ((first_ + size_) & (capacity_ - 1))) T(std::move(item));
    ++size_;
  }
  // Removes the first item of the queue and returns it.
  T takeFront() noexcept {
    NODECPP_DEBUG_ASSERT(size_ > 0 && size_ <= capacity_ && first_ < capacity_, size_, first_, capacity_);
    T item = std::move(items_[first_]);
    std::destroy_at(items_ + first_);
    first_ = (first_ + 1) & (capacity_ - 1);
    --size_;
    return item;
  }
  void clear() noexcept {
    // Each item is moved out of the array before it is destroyed, because its destructor may add to the queue.
    while (!empty()) takeFront();
  }

 private:
  void grow() {
    NODECPP_ASSERT(size_ == capacity_, size_, capacity_);
    std::size_t larger = capacity_ ? capacity_ * 2 : 16;  // The capacity is always a power of two.
    NODECPP_ASSERT((larger & (larger - 1)) == 0 && larger > capacity_, larger, capacity_);
    auto* to = static_cast<T*>(allocate(larger * sizeof(T)));
    for (std::size_t i = 0; i < size_; ++i) {
      T& item = items_[(first_ + i) & (capacity_ - 1)];
      ::new (to + i) T(std::move(item));
      std::destroy_at(&item);
    }
    if (items_) release(items_, capacity_ * sizeof(T));
    items_ = to;
    capacity_ = larger;
    first_ = 0;
  }

  T* items_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace nodecpp::detail
