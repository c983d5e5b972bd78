// A lock for the few lines of the allocator in which threads meet. It allocates nothing and needs no construction, and
// a thread that holds it never waits for a lock of the program.
#pragma once

#include <atomic>

namespace nodecpp::detail {

class ShortLock {
 public:
  // Holds the lock until the end of the scope.
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
