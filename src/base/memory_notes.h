// What the census knows of memory: while it is wanted (--nodecpp-census), each block that slabs, owning_ptr and `operator new`
// give out is noted with its size and the calls that were running, until it is freed. While it is not wanted nothing is noted,
// and a block costs not one instruction more (base/slab.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/short_lock.h"

namespace nodecpp::detail {

struct NotedBlock {
  const char* address;
  std::size_t bytes;
  std::uint64_t number;  // in the order in which they were made
  std::uint32_t calls;   // where these stand among the stacks
  std::uint16_t thread;  // threadNumber of who made it
};

class MemoryNotes {
 public:
  // From now on, on all threads. What was made before is not known.
  static void begin() noexcept;
  static bool on() noexcept { return noting_; }
  // The number of the block that will be noted next.
  static std::uint64_t next() noexcept;

  static void add(const void* memory, std::size_t bytes) noexcept;
  // Of a block that is not known nothing is said.
  static void remove(const void* memory) noexcept;

  // While it stands, other threads wait before they make or free anything, and what this thread makes is not noted: so that
  // the blocks can be read.
  class Pause {
   public:
    Pause() noexcept;
    ~Pause();
    Pause(const Pause&) = delete;
    // Those of lower numbers that this thread has made, by their addresses.
    std::vector<NotedBlock> blocks(std::uint64_t before) const;
    // The calls that were running, as addresses to which they return, innermost first. Valid while this stands.
    static const void* const* calls(std::uint32_t stack, std::size_t& count) noexcept;

   private:
    ShortLock::Guard lock_;
  };

 private:
  static constinit bool noting_;
};

}  // namespace nodecpp::detail
