// What slabs are made of. The system gives areas; an area is chunks; a chunk is blocks of one size, for one thread:
//
//   Area   2 MiB, aligned, so that the place of any block in it says which area it is in; its first bytes describe its chunks
//   Chunk  64 KiB of an area, of one kind (a size of blocks, or of slots of owning_ptr), with the list of its free blocks
//   Heap   the areas of one thread. Threads that have ended leave theirs to those that begin
//
// A chunk whose blocks are all free goes back to the system, and then may become one of another kind. A block that another
// thread frees is put into a list of its heap's, from which that heap's thread takes it when it has no free ones.
//
// What is freed twice, or with another size, ends the process with a sentence, and so does a free block that was written to
// where the link to the next one is. Links are mixed with a secret, so that no other bytes pass for one.
#pragma once

#include <nodecpp/safety.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace nodecpp::detail {

inline constexpr std::size_t granule = 16;
inline constexpr std::size_t largestSmall = 2048;  // a larger request goes to malloc
inline constexpr std::size_t chunkBytes = 64 * 1024;
inline constexpr std::size_t areaBytes = 2 * 1024 * 1024;
inline constexpr std::uint32_t chunksOfArea = areaBytes / chunkBytes;
// Kinds: blocks by their size in granules, then slots likewise.
inline constexpr std::uint32_t slotKinds = largestSmall / granule + 1;
inline constexpr std::uint32_t kinds = 2 * slotKinds;
inline constexpr std::uint32_t tagsOfHeap = 512;  // more than there are kinds

constexpr std::uint32_t granulesOf(std::size_t bytes) noexcept { return std::uint32_t((bytes + granule - 1) / granule); }

// Mixed into links; odd as soon as there is a heap.
extern constinit std::uint64_t linkKey;

// What stands in a free block; in a slot behind its generation.
struct FreeBlock {
  std::uint64_t link;     // to the next free block, mixed: see linkTo
  std::uint64_t foreign;  // to the next one that another thread has freed; then `link` is to the block itself
};

// The lowest byte of the address, in which neighbours differ, is the last in memory: a write of a few bytes, as a text of
// the block before that is too long, changes what says which chunk it is.
inline std::uint64_t linkTo(const FreeBlock* next) noexcept {
  return __builtin_bswap64(reinterpret_cast<std::uintptr_t>(next)) ^ linkKey;
}
inline FreeBlock* nextIn(std::uint64_t link) noexcept {
  return reinterpret_cast<FreeBlock*>(__builtin_bswap64(link ^ linkKey));
}
inline bool inOneChunk(const FreeBlock* a, const FreeBlock* b) noexcept {
  return (reinterpret_cast<std::uintptr_t>(a) ^ reinterpret_cast<std::uintptr_t>(b)) < chunkBytes;
}
// The end of a chunk's list is the chunk's own address, where no block is and no link; null is one, too.
inline bool isEnd(const FreeBlock* block) noexcept { return reinterpret_cast<std::uintptr_t>(block) % chunkBytes == 0; }
// Whether it is one already. Memory that is given out has no link in it, and no other bytes look like one.
inline bool isFree(const FreeBlock* block) noexcept { return inOneChunk(nextIn(block->link), block); }
// Whether it is worth asking: the upper 16 bits of an address are zero, so that links begin with the key's. Of other bytes,
// one in 65,536 does; a zero, with which what was counted begins when it is freed, does not.
inline bool mayBeFree(const FreeBlock* block) noexcept { return std::uint16_t(block->link) == std::uint16_t(linkKey); }

[[noreturn]] void endOfDamage(const FreeBlock* block) noexcept;
[[noreturn]] void endOfFreedTwice(const void* memory) noexcept;
// Of what may be free: ends the process where it is.
void endIfFree(const FreeBlock* block) noexcept;

struct Heap;

struct alignas(64) Chunk {
  enum class State : std::uint8_t { unused, empty, current, listed, full };

  FreeBlock* free;
  // Counts down to the next thing to do: the blocks that are given out, and one more while it is current, so that only an
  // empty chunk gets to zero; 1 of a full one, so that its first free block is noticed.
  std::uint32_t left;
  std::uint32_t tag;  // the heap's number and the kind; 0 of a chunk that has no blocks
  Chunk* next;        // in the list of its heap and kind, or of empty ones
  Chunk* previous;
  std::uint64_t generation;  // of slots: greater than any that one of them has had
  std::uint32_t first;       // where the blocks begin
  std::uint32_t fresh;       // where those begin that have not been made yet
  std::uint32_t blockBytes;
  State state;

  char* begin() noexcept;
  std::uint32_t kind() const noexcept { return tag % tagsOfHeap; }
  bool ofSlots() const noexcept { return kind() >= slotKinds; }
  bool hasFresh() const noexcept { return fresh + blockBytes <= chunkBytes; }
  // All that it has room for.
  std::uint32_t blocks() const noexcept { return std::uint32_t(chunkBytes - first) / blockBytes; }
  std::uint32_t madeBytes() const noexcept { return fresh - first; }
  // Of blocks that are given out.
  std::size_t usedBytes() const noexcept;
  // Makes some more of its blocks, in an order that hangs on `salt` where it is not zero.
  void makeBlocks(std::uint64_t& salt) noexcept;
  // Its free blocks come in an order that hangs on `salt`.
  void shuffle(std::uint64_t& salt) noexcept;

  // The first free block; null where there is none, or where what stands in it is no link.
  FreeBlock* take() noexcept {
    FreeBlock* block = free;
    FreeBlock* following = nextIn(block->link);
    if (!inOneChunk(following, block)) [[unlikely]]
      return nullptr;
    block->link = 0;
    free = following;
    ++left;
    return block;
  }
  void give(FreeBlock* block) noexcept {
    if constexpr (safetyChecks) {
      if (mayBeFree(block)) [[unlikely]]
        endIfFree(block);
    }
    block->link = linkTo(free);
    free = block;
    if (--left == 0) [[unlikely]]
      countedDown();
  }
  // It was full, and has a free block; or it is empty.
  void countedDown() noexcept;
};

struct Area {
  Chunk chunks[chunksOfArea];
  Heap* heap;
  Area* next;  // in its heap's list of those with chunks that are not used
  Area* previous;
  Area* nextOfAll;  // of its heap
  Area* previousOfAll;
  std::uint32_t unused;  // a bit for each chunk

  static Area* of(const void* memory) noexcept {
    return reinterpret_cast<Area*>(reinterpret_cast<std::uintptr_t>(memory) & ~(areaBytes - 1));
  }
};
// Of memory that is in one.
inline Chunk* chunkOf(const void* memory) noexcept {
  return &Area::of(memory)->chunks[reinterpret_cast<std::uintptr_t>(memory) / chunkBytes % chunksOfArea];
}

struct Heap {
  Chunk* listed[kinds];  // that have free blocks, or room for some
  Chunk* empty;          // kept, for any kind of blocks
  std::uint32_t emptyCount;
  std::uint32_t emptySlotChunks;  // those are listed, since they stay of their kind
  Area* areas;     // with chunks that are not used
  Area* allAreas;
  std::uint32_t areaCount;
  std::uint32_t number;
  // Freed by other threads.
  std::atomic<FreeBlock*> foreign;
  std::atomic<bool> idle;              // its thread has ended
  std::atomic<std::uint32_t> freedIdle;  // into `foreign` since
  Heap* nextIdle;

  // One that nobody has; ends the process when there is no memory.
  static Heap* take() noexcept;
  // Its thread ends, and has no current chunk any more.
  void leave() noexcept;

  Chunk* chunkFor(std::uint32_t kind) noexcept;
  void list(Chunk* chunk) noexcept;
  void unlist(Chunk* chunk) noexcept;
  // Takes what other threads have freed.
  void collect() noexcept;
  void isEmpty(Chunk* chunk) noexcept;
  void giveBackEmpty() noexcept;
  // Of all blocks that are given out; for tests, which look for growth.
  std::size_t usedBytes() const noexcept;

  // By another thread than the heap's.
  void takeForeign(FreeBlock* block) noexcept;

 private:
  Chunk* unusedChunk() noexcept;
  void giveBack(Chunk* chunk) noexcept;
  void giveBackSlots(Chunk* chunk) noexcept;
  static void collectIdle() noexcept;
};

}  // namespace nodecpp::detail
