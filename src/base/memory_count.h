// How much memory the process holds for what its programs have made, and how much it may: --nodecpp-max-memory.
#pragma once

#include <cstddef>

namespace nodecpp::detail {

// The sum over all threads, of the blocks that slabs have made and of what is too large for them; what the C library and
// others ask the system for by themselves is not in it. Each thread adds its part in steps, so that threads seldom write to
// one place.
class MemoryCount {
 public:
  static constexpr std::ptrdiff_t step = 256 * 1024;

  // `bytes` more, or less where they are below zero. Ends the process where that is more than it may have; so it is called
  // before the system is asked.
  static void add(std::ptrdiff_t bytes) noexcept {
    own += bytes;
    if (own > step || own < -step) [[unlikely]]
      flush();
  }
  // The same for blocks of slabs, which malloc's own figures do not have in them.
  static void addSlabs(std::ptrdiff_t bytes) noexcept {
    ownSlabs += bytes;
    add(bytes);
  }
  // What this thread has not told the others yet.
  static void flush() noexcept;
  // Bytes, with what this thread has not told the others yet; what they have not told is missing, at most a step each.
  [[nodiscard]] static std::size_t held() noexcept;
  // Of that, blocks of slabs.
  [[nodiscard]] static std::size_t slabs() noexcept;
  // The process ends with a sentence as soon as it holds more than `bytes`, as exactly as the steps are.
  static void setLimit(std::size_t bytes) noexcept;

 private:
  static constinit thread_local std::ptrdiff_t own;
  static constinit thread_local std::ptrdiff_t ownSlabs;
};

}  // namespace nodecpp::detail
