// The records of the heap census, here called notes. With the option --nodecpp-census, each block of memory that slabs,
// owning_ptr and `operator new` give out is noted with its size and its call stack until the block is freed. Without
// the option, the notes cost the slabs not a single instruction (see base/memory/slab.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory/short_lock.h"

namespace nodecpp::detail {

struct NotedBlock {
  const char* address;
  std::size_t bytes;
  std::uint64_t number;  // The number of the block in the order in which blocks were made.
  std::uint32_t calls;  // The number of the call stack that made the block.
  std::uint16_t thread;  // The threadNumber of the thread that made the block.
};

class MemoryNotes {
 public:
  // Begins to note blocks, on all threads. Blocks that were made earlier have no notes.
  static void begin() noexcept;
  static bool on() noexcept { return noting_; }
  // Returns the number that the next noted block will get.
  static std::uint64_t next() noexcept;

  static void add(const void* memory, std::size_t bytes) noexcept;
  // Removes the note of a freed block. Does nothing when the block was not noted.
  static void remove(const void* memory) noexcept;

  // Stops the notes while it exists, so that they can be read: other threads wait before they allocate or free memory,
  // and this thread's blocks are not noted.
  class Pause {
   public:
    Pause() noexcept;
    ~Pause();
    Pause(const Pause&) = delete;
    // Returns the blocks that this thread has made and that are not freed, as far as they were made before the block
    // with the number `before`, sorted by address.
    std::vector<NotedBlock> blocks(std::uint64_t before) const;
    // Returns the return addresses of the call stack with the number `stack`, innermost first. The result is valid
    // while this object exists.
    static const void* const* calls(std::uint32_t stack, std::size_t& count) noexcept;

   private:
    ShortLock::Guard lock_;
  };

 private:
  static constinit bool noting_;
};

}  // namespace nodecpp::detail
