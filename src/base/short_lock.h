// A lock for the few lines of the allocator in which threads meet. It allocates nothing, needs no construction, and is none
// of the locks that a program's own threads have.
#pragma once

#include <atomic>

namespace nodecpp::detail {

class ShortLock {
 public:
  // Held until the end of the block.
  class Guard {
   public:
    explicit Guard(ShortLock& lock) noexcept : locked_(lock.locked_) {
      while (locked_.test_and_set(std::memory_order_acquire)) locked_.wait(true, std::memory_order_relaxed);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() {
      locked_.clear(std::memory_order_release);
      locked_.notify_one();
    }

   private:
    std::atomic_flag& locked_;
  };

 private:
  std::atomic_flag locked_;
};

}  // namespace nodecpp::detail
