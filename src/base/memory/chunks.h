// The data structures below the slabs. The system gives areas, an area consists of chunks, and a chunk consists of
// blocks of one size for one thread:
//
//   Area   2 MiB, aligned, so that the address of a block gives its area. The area begins with the headers of its chunks.
//   Chunk  64 KiB of an area, of one kind (a block size, or a slot size of owning_ptr), with a list of its free blocks.
//   Heap   the areas of one thread. A thread that begins takes the heap of a thread that has ended, if there is one.
//
// A chunk with only free blocks is given back to the system, and may become a chunk of another kind later. A block that
// another thread frees is put into a list of its heap. The heap's thread takes the blocks from there when it needs free
// ones.
//
// The process ends with a message when a block is freed twice or with a wrong size, or when a program has written over
// the link in a free block. Links are combined with a secret key, so that no other bytes can be taken for a link.
#pragma once

#include <nodecpp/safety.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/assertion.h"

namespace nodecpp::detail {

inline constexpr std::size_t granule = 16;
inline constexpr std::size_t maxSlabBytes = 2048;  // A larger request goes to malloc.
inline constexpr std::size_t chunkBytes = 64 * 1024;
inline constexpr std::size_t areaBytes = 2 * 1024 * 1024;
inline constexpr std::uint32_t chunksOfArea = areaBytes / chunkBytes;
// Kinds: first the block sizes in granules, then the slot sizes in granules.
inline constexpr std::uint32_t slotKinds = maxSlabBytes / granule + 1;
inline constexpr std::uint32_t kinds = 2 * slotKinds;
// A bound that is larger than the number of kinds. Tags of chunks are heap number * tagsOfHeap + kind.
inline constexpr std::uint32_t tagsOfHeap = 512;

constexpr std::uint32_t granulesOf(std::size_t bytes) noexcept { return std::uint32_t((bytes + granule - 1) / granule); }

// The secret key of links. It becomes odd when the first heap is made.
extern constinit std::uint64_t linkKey;

// The contents of a free block. In a slot they come after its generation.
struct FreeBlock {
  std::uint64_t link;  // The next free block of the chunk, encoded by linkTo.
  std::uint64_t foreign;  // The next block that another thread has freed. `link` then refers to the block itself.
};

// The bytes of the address are reversed: its lowest byte, in which neighbouring blocks differ, is last in memory. A
// write of a few bytes beyond the end of the block before, such as a text that is too long, then changes the bytes that
// tell the chunk.
inline std::uint64_t linkTo(const FreeBlock* next) noexcept {
  return __builtin_bswap64(reinterpret_cast<std::uintptr_t>(next)) ^ linkKey;
}
inline FreeBlock* nextIn(std::uint64_t link) noexcept {
  return reinterpret_cast<FreeBlock*>(__builtin_bswap64(link ^ linkKey));
}
inline bool inOneChunk(const FreeBlock* a, const FreeBlock* b) noexcept {
  return (reinterpret_cast<std::uintptr_t>(a) ^ reinterpret_cast<std::uintptr_t>(b)) < chunkBytes;
}
// The list of a chunk ends with the chunk's own address, where no block can be. Null also ends a list.
inline bool isEnd(const FreeBlock* block) noexcept { return reinterpret_cast<std::uintptr_t>(block) % chunkBytes == 0; }
// Tells whether the block is free already. Allocated memory contains no link, and no other bytes look like one.
inline bool isFree(const FreeBlock* block) noexcept { return inOneChunk(nextIn(block->link), block); }
// A quick first test for isFree. The upper 16 bits of an address are zero, so the first 16 bits of a link are those of
// the key. Of other bytes, one value in 65,536 passes the test. Zero does not pass, with which a counted block begins
// when it is freed.
inline bool mayBeFree(const FreeBlock* block) noexcept { return std::uint16_t(block->link) == std::uint16_t(linkKey); }

[[noreturn]] void failDamagedBlock(const FreeBlock* block) noexcept;
[[noreturn]] void failDoubleFree(const void* memory) noexcept;
// Ends the process if the block, which has passed mayBeFree, is free.
void endIfFree(const FreeBlock* block) noexcept;

struct Heap;

struct alignas(64) Chunk {
  enum class State : std::uint8_t { unused, empty, current, listed, full };

  FreeBlock* free;
  // Counts down to the next event. In general, `left` is the number of allocated blocks, and one more while the chunk
  // is current, so that it becomes 0 only in an empty chunk. In a full chunk it is 1, so that the first freed block is
  // noticed.
  std::uint32_t left;
  std::uint32_t tag;  // Combines the number of the heap and the kind. 0 in a chunk without blocks.
  Chunk* next;  // The next chunk in the list of its heap and kind, or in the list of empty chunks.
  Chunk* previous;
  std::uint64_t generation;  // Only in chunks of slots: greater than all generations that a slot of the chunk has had.
  std::uint32_t first;  // The offset of the first block in the chunk.
  std::uint32_t fresh;  // The offset of the first block in the chunk that was not made yet.
  std::uint32_t blockBytes;
  State state;

  char* begin() noexcept;
  std::uint32_t kind() const noexcept { return tag % tagsOfHeap; }
  bool ofSlots() const noexcept { return kind() >= slotKinds; }
  bool hasFresh() const noexcept { return fresh + blockBytes <= chunkBytes; }
  // The number of blocks that the chunk has room for.
  std::uint32_t blocks() const noexcept { return std::uint32_t(chunkBytes - first) / blockBytes; }
  std::uint32_t madeBytes() const noexcept { return fresh - first; }
  // The number of bytes in the allocated blocks of a chunk.
  std::size_t usedBytes() const noexcept;
  // Makes some more blocks of the chunk. Their order depends on `salt` when that is not zero.
  void makeBlocks(std::uint64_t& salt) noexcept;
  // Puts the free blocks in an order that depends on `salt`.
  void shuffle(std::uint64_t& salt) noexcept;

  // Takes the first free block. Returns null when no block is free, or when the block does not contain a valid link.
  FreeBlock* take() noexcept {
    FreeBlock* block = free;
    FreeBlock* following = nextIn(block->link);
    if (!inOneChunk(following, block)) [[unlikely]]
      return nullptr;
    block->link = 0;
    free = following;
    ++left;
    NODECPP_DEBUG_ASSERT(state == State::current && left <= blocks() + 1, left);
    return block;
  }
  // The caller has made sure that the block is not free.
  void give(FreeBlock* block) noexcept {
    NODECPP_DEBUG_ASSERT(left > (state == State::current) && tag != 0, left, state, tag);
    block->link = linkTo(free);
    free = block;
    if (--left == 0) [[unlikely]]
      onNoBlockLeft();
  }
  // Called when `left` has become 0: the chunk was full and has a free block now, or it is empty.
  void onNoBlockLeft() noexcept;
};

struct Area {
  Chunk chunks[chunksOfArea];
  Heap* heap;
  Area* next;  // The next area in the heap's list of areas with unused chunks.
  Area* previous;
  Area* nextOfAll;  // The next area in the list of all areas of the heap.
  Area* previousOfAll;
  std::uint32_t unused;  // A bit set of the chunks of the area that are unused.

  static Area* of(const void* memory) noexcept {
    return reinterpret_cast<Area*>(reinterpret_cast<std::uintptr_t>(memory) & ~(areaBytes - 1));
  }
};
// Returns the chunk that contains `memory`, which must be in an area.
inline Chunk* chunkOf(const void* memory) noexcept {
  return &Area::of(memory)->chunks[reinterpret_cast<std::uintptr_t>(memory) / chunkBytes % chunksOfArea];
}

struct Heap {
  Chunk* listed[kinds];  // For each kind, the chunks that have free blocks or room for further ones.
  Chunk* empty;  // Empty chunks that are kept for blocks of any kind.
  std::uint32_t emptyCount;
  std::uint32_t emptySlotChunks;  // Empty chunks of slots are in `listed`, because they never change their kind.
  Area* areas;  // The areas of the heap that have unused chunks.
  Area* allAreas;
  std::uint32_t areaCount;
  std::uint32_t number;
  // The list of blocks that were freed by other threads.
  std::atomic<FreeBlock*> foreign;
  std::atomic<bool> idle;  // The heap's thread has ended.
  // The number of blocks that other threads have freed since the heap's thread has ended.
  std::atomic<std::uint32_t> freedIdle;
  Heap* nextIdle;

  // Returns a heap that no thread uses. Ends the process when there is no memory.
  static Heap* take() noexcept;
  // Called when the heap's thread ends. The heap has no current chunks any more.
  void leave() noexcept;

  Chunk* chunkFor(std::uint32_t kind) noexcept;
  void list(Chunk* chunk) noexcept;
  void unlist(Chunk* chunk) noexcept;
  // Takes the blocks that other threads have freed.
  void collect() noexcept;
  void isEmpty(Chunk* chunk) noexcept;
  void freeEmptyChunks() noexcept;
  // The number of bytes in allocated blocks. For tests that check that memory does not grow.
  std::size_t usedBytes() const noexcept;

  // Called by a thread that frees a block of another thread's heap.
  void takeRemoteFrees(FreeBlock* block) noexcept;

 private:
  Chunk* unusedChunk() noexcept;
  void giveBack(Chunk* chunk) noexcept;
  void giveBackSlots(Chunk* chunk) noexcept;
  static void collectIdle() noexcept;
};

}  // namespace nodecpp::detail
