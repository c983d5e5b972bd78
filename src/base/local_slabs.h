// A thread's own part of the slabs: the chunk of each kind from which it takes blocks now.
#pragma once

#include "base/chunks.h"
#include "base/quarantine.h"

// AddressSanitizer's own malloc poisons what is freed and keeps it in quarantine. Slots of owning_ptr are never given
// back to malloc, so they are poisoned in slots.cpp.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NODECPP_PLAIN_MALLOC 1
#define NODECPP_POISON 1
#endif
#endif
#ifndef NODECPP_POISON
#define NODECPP_POISON 0
#endif
// Set from outside where the memory is to be malloc's, as in a module of Node.js.
#ifndef NODECPP_PLAIN_MALLOC
#define NODECPP_PLAIN_MALLOC 0
#endif
// Set in debug builds (see cmake/Library.cmake).
#ifndef NODECPP_QUARANTINE
#define NODECPP_QUARANTINE 0
#endif

namespace nodecpp::detail {

// In place of a chunk where there is none: its list begins and ends with a block that has no link.
extern constinit Chunk noChunk;

struct LocalSlabs {
  Chunk* current[kinds] = {};
  std::uint32_t tag = 0;  // its heap's number, as in tags of chunks; 0 where it has none
  Heap* heap = nullptr;
  std::uint64_t salt = 0;  // not zero: see saltAllocations
  bool ended = false;      // the thread has left its heap for good

  constexpr LocalSlabs() noexcept {
    for (Chunk*& chunk : current) chunk = &noChunk;
  }
  FreeBlock* take(std::uint32_t kind) noexcept {
    if (FreeBlock* block = current[kind]->take()) [[likely]]
      return block;
    return refill(kind);
  }
  // For a kind whose current chunk has no free block, or whose first free block was written to: that ends the process.
  [[gnu::noinline]] FreeBlock* refill(std::uint32_t kind) noexcept;
  // The thread ends: its heap is for the next one.
  void leave() noexcept;
};
extern constinit thread_local LocalSlabs localSlabs;

// What the thread has freed, in debug builds.
struct LocalQuarantines {
  Quarantine memory;
  Quarantine slots;
};
extern constinit thread_local LocalQuarantines quarantines;
// Gives back what they hold.
void emptyQuarantines() noexcept;
// Whether this thread may put something into them; from then on they are emptied when it ends.
[[nodiscard]] bool mayKeepFreed();
void releaseSlot(const Quarantine::Kept& kept) noexcept;

// Memory that slabs are too small for, counted.
[[nodiscard]] void* fromMalloc(std::size_t bytes) noexcept;

}  // namespace nodecpp::detail
