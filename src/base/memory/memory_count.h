// Counts the memory that the process holds for its programs, and enforces its limit (--nodecpp-max-memory).
#pragma once

#include <cstddef>

namespace nodecpp::detail {

// The sum over all threads of the blocks that slabs have made and of larger blocks. Memory that the C library and other
// libraries allocate is not counted. Each thread adds its part in steps, so that threads seldom write to the shared
// sum.
class MemoryCount {
 public:
  static constexpr std::ptrdiff_t step = 256 * 1024;

  // Adds `bytes`, which may be negative. Ends the process when the sum exceeds the limit, and is therefore called
  // before the system is asked for memory.
  static void add(std::ptrdiff_t bytes) noexcept {
    own += bytes;
    if (own > step || own < -step) [[unlikely]]
      flush();
  }
  // Adds bytes of slabs, which are also counted apart.
  static void addSlabs(std::ptrdiff_t bytes) noexcept {
    ownSlabs += bytes;
    add(bytes);
  }
  // Adds this thread's part to the shared sum.
  static void flush() noexcept;
  // The number of bytes, including this thread's part. Up to `step` bytes of each other thread may be missing.
  [[nodiscard]] static std::size_t held() noexcept;
  // The part of held() that is in blocks of slabs.
  [[nodiscard]] static std::size_t slabs() noexcept;
  // Makes the process end with a message as soon as it holds more than `bytes`. Threads add to the sum in steps, so
  // each thread may exceed the limit by one step.
  static void setLimit(std::size_t bytes) noexcept;

 private:
  static constinit thread_local std::ptrdiff_t own;
  static constinit thread_local std::ptrdiff_t ownSlabs;
};

}  // namespace nodecpp::detail
