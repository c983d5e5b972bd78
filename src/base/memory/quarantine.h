// Freed memory that is not reused for a while, so that a write to it is noticed. In debug builds, each thread keeps
// what slabs and owning_ptr free in a Quarantine.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/assertion.h"
#include "base/errors/fatal.h"

namespace nodecpp::detail {

// A first-in first-out queue with a limit on the number of entries and on their bytes. It allocates nothing before its
// first use. An object of zero bytes is an empty queue, so that it can be a constinit thread_local.
class Quarantine {
 public:
  struct QuarantinedBlock {
    void* memory;
    std::size_t bytes;  // The number of bytes that were filled with the pattern.
    std::size_t size;  // The size that the owner needs to give the memory back.
  };
  static constexpr std::size_t maxCount = 4096;
  static constexpr std::size_t maxBytes = std::size_t(1) << 20;
  static constexpr unsigned char pattern = 0xdd;

  static void fill(void* memory, std::size_t bytes) noexcept { std::memset(memory, pattern, bytes); }
  // Tells whether the memory was unchanged since fill().
  static bool isIntact(const void* memory, std::size_t bytes) noexcept {
    auto* at = static_cast<const unsigned char*>(memory);
    return bytes == 0 || (at[0] == pattern && std::memcmp(at, at + 1, bytes - 1) == 0);
  }
  // Ends the program when the memory was written to since fill().
  static void check(const void* memory, std::size_t bytes) noexcept {
    if (isIntact(memory, bytes)) return;
    fatalError("memory at %p, %zu bytes, was written to after it had been freed", memory, bytes);
  }

  // Takes `kept`, and calls release(Kept) for each older entry that has to leave to make room.
  template <class Release>
  void keep(QuarantinedBlock kept, Release&& release) noexcept {
    if (!ring_) {
      ring_ = static_cast<QuarantinedBlock*>(std::malloc(maxCount * sizeof(QuarantinedBlock)));
      if (!ring_) return release(kept);
    }
    while (count_ == maxCount || (count_ && bytes_ + kept.bytes > maxBytes)) release(takeOldest());
    ring_[(first_ + count_++) % maxCount] = kept;
    bytes_ += kept.bytes;
    NODECPP_ASSERT(count_ <= maxCount && (count_ == 1 || bytes_ <= maxBytes), count_, bytes_);
  }
  // Tells whether the memory is in the quarantine. Searches only if the first byte is the fill pattern.
  [[nodiscard]] bool holds(const void* memory) const noexcept {
    if (!ring_ || *static_cast<const unsigned char*>(memory) != pattern) return false;
    for (std::size_t i = 0; i < count_; ++i)
      if (ring_[(first_ + i) % maxCount].memory == memory) return true;
    return false;
  }
  // Releases all kept memory and the memory of the quarantine itself.
  template <class Release>
  void empty(Release&& release) noexcept {
    while (count_) release(takeOldest());
    NODECPP_ASSERT(bytes_ == 0, bytes_);
    std::free(ring_);
    ring_ = nullptr;
  }

 private:
  QuarantinedBlock takeOldest() noexcept {
    NODECPP_ASSERT(count_ > 0 && first_ < maxCount && bytes_ >= ring_[first_].bytes, count_, first_, bytes_);
    QuarantinedBlock oldest = ring_[first_];
    first_ = (first_ + 1) % maxCount;
    --count_;
    bytes_ -= oldest.bytes;
    return oldest;
  }

  QuarantinedBlock* ring_;
  std::size_t first_;
  std::size_t count_;
  std::size_t bytes_;
};

}  // namespace nodecpp::detail
