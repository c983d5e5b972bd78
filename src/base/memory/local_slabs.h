// The part of the slabs that belongs to one thread: for each kind, the chunk from which it currently takes blocks.
#pragma once

#include "base/memory/chunks.h"
#include "base/memory/quarantine.h"

// AddressSanitizer replaces malloc, poisons freed memory and keeps it in quarantine. Slots of owning_ptr never go back
// to malloc, so slots.cpp poisons them itself.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NODECPP_PLAIN_MALLOC 1
#define NODECPP_POISON 1
#endif
#endif
#ifndef NODECPP_POISON
#define NODECPP_POISON 0
#endif
// Set from outside when all memory is to come from malloc, as in a native module of Node.js.
#ifndef NODECPP_PLAIN_MALLOC
#define NODECPP_PLAIN_MALLOC 0
#endif
// NODECPP_QUARANTINE is set in debug builds (see cmake/Library.cmake).
#ifndef NODECPP_QUARANTINE
#define NODECPP_QUARANTINE 0
#endif

namespace nodecpp::detail {

// Stands in for a chunk when the thread has none of a kind. The only block in its list has no valid link, so that
// take() fails.
extern constinit Chunk noChunk;

struct LocalSlabs {
  Chunk* current[kinds] = {};
  // The number of the thread's heap, as it is encoded in the tags of chunks. 0 when the thread has no heap.
  std::uint32_t tag = 0;
  Heap* heap = nullptr;
  std::uint64_t salt = 0;  // Determines the order of new blocks. Not zero after shuffleAllocations was called.
  bool ended = false;  // The thread has left its heap for good.

  constexpr LocalSlabs() noexcept {
    for (Chunk*& chunk : current) chunk = &noChunk;
  }
  FreeBlock* take(std::uint32_t kind) noexcept {
    if (FreeBlock* block = current[kind]->take()) [[likely]]
      return block;
    return refill(kind);
  }
  // Called when the current chunk of a kind has no free block. Ends the process when the first free block was written
  // to.
  [[gnu::noinline]] FreeBlock* refill(std::uint32_t kind) noexcept;
  // Called when the thread ends: leaves its heap to another thread.
  void leave() noexcept;
};
extern constinit thread_local LocalSlabs localSlabs;

// The memory that the thread has freed lately. Only used in debug builds.
struct LocalQuarantines {
  Quarantine memory;
  Quarantine slots;
};
extern constinit thread_local LocalQuarantines quarantines;
// Gives all memory back that the thread's quarantines keep.
void emptyQuarantines() noexcept;
// Tells whether this thread may put memory into its quarantines. The first call makes them be emptied when the thread
// ends.
[[nodiscard]] bool isQuarantineOn();
void releaseSlot(const Quarantine::QuarantinedBlock& kept) noexcept;

// Allocates memory that is too large for slabs, and counts it.
[[nodiscard]] void* allocateLarge(std::size_t bytes) noexcept;

}  // namespace nodecpp::detail
