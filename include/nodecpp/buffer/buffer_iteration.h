// The loops over a Buffer: for-of, values(), keys() and entries(). Part of nodecpp/buffer.h.
#pragma once

#include <nodecpp/buffer.h>

namespace nodecpp {

template <class Get>
class Buffer::Iterator {
 public:
  using difference_type = std::ptrdiff_t;
  explicit Iterator(const Buffer& buffer) noexcept : buffer_(buffer) {}
  auto operator*() const noexcept { return Get{}(buffer_, index_); }
  Iterator& operator++() noexcept {
    ++index_;
    return *this;
  }
  void operator++(int) noexcept { ++index_; }
  friend bool operator==(const Iterator& a, End) noexcept { return a.index_ >= a.buffer_.size_; }

 private:
  Buffer buffer_;
  std::size_t index_ = 0;
};

template <class Get>
class Buffer::Range {
 public:
  explicit Range(const Buffer& buffer) noexcept : buffer_(buffer) {}
  Iterator<Get> begin() const noexcept { return Iterator<Get>(buffer_); }
  End end() const noexcept { return {}; }

 private:
  Buffer buffer_;
};

namespace detail {
struct ByteValue {
  int operator()(const Buffer& b, std::size_t i) const noexcept { return b[i]; }
};
struct ByteKey {
  std::size_t operator()(const Buffer&, std::size_t i) const noexcept { return i; }
};
struct ByteEntry {
  std::pair<std::size_t, int> operator()(const Buffer& b, std::size_t i) const noexcept { return {i, b[i]}; }
};
}  // namespace detail

inline auto Buffer::begin() const noexcept { return Iterator<detail::ByteValue>(*this); }
inline auto Buffer::values() const noexcept { return Range<detail::ByteValue>(*this); }
inline auto Buffer::keys() const noexcept { return Range<detail::ByteKey>(*this); }
inline auto Buffer::entries() const noexcept { return Range<detail::ByteEntry>(*this); }

}  // namespace nodecpp
