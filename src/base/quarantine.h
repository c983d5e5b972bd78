// Freed memory that is not given out again for a while, so that a use of it is noticed: debug builds keep what slabs and
// owning_ptr free in one of these for each thread.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace nodecpp::detail {

// First in, first out; bounded by number and by bytes. It allocates nothing before it is used, and its all-zero state is
// an empty one, so that it can be a constinit thread_local.
class Quarantine {
 public:
  struct Kept {
    void* memory;
    std::size_t bytes;  // that were filled
    std::size_t size;   // what the owner needs to know to give the memory back
  };
  static constexpr std::size_t maxCount = 4096;
  static constexpr std::size_t maxBytes = std::size_t(1) << 20;
  static constexpr unsigned char pattern = 0xdd;

  static void fill(void* memory, std::size_t bytes) noexcept { std::memset(memory, pattern, bytes); }
  // Whether nothing was written since fill().
  static bool isIntact(const void* memory, std::size_t bytes) noexcept {
    auto* at = static_cast<const unsigned char*>(memory);
    return bytes == 0 || (at[0] == pattern && std::memcmp(at, at + 1, bytes - 1) == 0);
  }
  // Ends the program when something was written since fill().
  static void check(const void* memory, std::size_t bytes) noexcept {
    if (isIntact(memory, bytes)) return;
    std::fprintf(stderr, "FATAL ERROR: memory at %p, %zu bytes, was written to after it had been freed\n", memory, bytes);
    std::abort();
  }

  // Takes `kept`; calls release(Kept) for each that leaves because there is no more room.
  template <class Release>
  void keep(Kept kept, Release&& release) noexcept {
    if (!ring_) {
      ring_ = static_cast<Kept*>(std::malloc(maxCount * sizeof(Kept)));
      if (!ring_) return release(kept);
    }
    while (count_ == maxCount || (count_ && bytes_ + kept.bytes > maxBytes)) release(takeOldest());
    ring_[(first_ + count_++) % maxCount] = kept;
    bytes_ += kept.bytes;
  }
  // Whether it is kept here. Only what looks as fill() has left it is looked for.
  [[nodiscard]] bool holds(const void* memory) const noexcept {
    if (!ring_ || *static_cast<const unsigned char*>(memory) != pattern) return false;
    for (std::size_t i = 0; i < count_; ++i)
      if (ring_[(first_ + i) % maxCount].memory == memory) return true;
    return false;
  }
  // Releases all, and the quarantine's own memory.
  template <class Release>
  void empty(Release&& release) noexcept {
    while (count_) release(takeOldest());
    std::free(ring_);
    ring_ = nullptr;
  }

 private:
  Kept takeOldest() noexcept {
    Kept oldest = ring_[first_];
    first_ = (first_ + 1) % maxCount;
    --count_;
    bytes_ -= oldest.bytes;
    return oldest;
  }

  Kept* ring_;
  std::size_t first_;
  std::size_t count_;
  std::size_t bytes_;
};

}  // namespace nodecpp::detail
