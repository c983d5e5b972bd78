// A lock for the few lines of the allocator in which threads meet. It allocates nothing, needs no construction, and is
// independent of all locks that a program may use.
#pragma once

#include <atomic>

namespace nodecpp::detail {

class ShortLock {
 public:
  // Holds the lock until the end of the scope. The constructor waits until the lock is free.
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
