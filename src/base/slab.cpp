#include <nodecpp/foreign.h>
#include <nodecpp/safety.h>
#include <nodecpp/string.h>

#include <cstdlib>
#include <new>

#include "base/fatal.h"
#include "base/local_slabs.h"
#include "base/memory_count.h"

namespace nodecpp::detail {

#if NODECPP_SAFETY
extern const int builtWithSafetyOn;
const int builtWithSafetyOn = 1;
#else
extern const int builtWithSafetyOff;
const int builtWithSafetyOff = 1;
#endif

constinit thread_local LocalQuarantines quarantines{};

void* fromMalloc(std::size_t bytes) noexcept {
  MemoryCount::add(std::ptrdiff_t(bytes));
  void* memory = std::malloc(bytes);
  if (!memory) fatalError("out of memory, %zu bytes were asked for", bytes);
  return memory;
}

namespace {

[[gnu::noinline]] void* allocateLarge(std::size_t bytes) { return fromMalloc(bytes ? bytes : 1); }

[[gnu::noinline]] void releaseLarge(void* memory, std::size_t bytes) noexcept {
  if (bytes == sizeof(Block) + ForeignBlock::mark) {
    auto* block = static_cast<ForeignBlock*>(memory);
    block->gone(block->keeper);
    bytes = sizeof(ForeignBlock);
  }
  MemoryCount::add(-std::ptrdiff_t(bytes));
  std::free(memory);
}

// Not of a chunk of this thread's with blocks of this size.
[[gnu::noinline, gnu::cold]] void releaseElsewhere(FreeBlock* block, std::size_t bytes) noexcept {
  Chunk* chunk = chunkOf(block);
  if (chunk->tag == 0) endOfFreedTwice(block);
  const auto place = std::uint32_t(reinterpret_cast<std::uintptr_t>(block) % chunkBytes);
  if (chunk->kind() != granulesOf(bytes) || place < chunk->first || (place - chunk->first) % chunk->blockBytes != 0)
    fatalError("memory at %p was freed as %zu bytes, and is in a block of %u", static_cast<void*>(block), bytes,
               chunk->blockBytes);
  if (isFree(block)) endOfFreedTwice(block);
  Area::of(block)->heap->takeForeign(block);
}

[[gnu::always_inline]] inline void giveBack(void* memory, std::size_t bytes) noexcept {
  auto* block = static_cast<FreeBlock*>(memory);
  Chunk* chunk = chunkOf(memory);
  if (chunk->tag != localSlabs.tag + granulesOf(bytes)) [[unlikely]]
    return releaseElsewhere(block, bytes);
  chunk->give(block);
}

void giveBackKept(const Quarantine::Kept& kept) noexcept {
  Quarantine::check(kept.memory, kept.bytes);
  giveBack(kept.memory, kept.size);
}

[[maybe_unused]] void keepFreed(void* memory, std::size_t bytes) noexcept {
  if (!mayKeepFreed()) return giveBack(memory, bytes);
  if (quarantines.memory.holds(memory)) endOfFreedTwice(memory);
  const std::size_t whole = granulesOf(bytes) * granule;
  Quarantine::fill(memory, whole);
  quarantines.memory.keep({memory, whole, bytes}, giveBackKept);
}

}  // namespace

void* allocate(std::size_t bytes) {
  if (NODECPP_PLAIN_MALLOC || bytes > largestSmall) [[unlikely]]
    return allocateLarge(bytes);
  return localSlabs.take(granulesOf(bytes));
}

void release(void* memory, std::size_t bytes) noexcept {
  if (NODECPP_PLAIN_MALLOC || bytes > largestSmall) [[unlikely]]
    return releaseLarge(memory, bytes);
  if constexpr (NODECPP_QUARANTINE) return keepFreed(memory, bytes);
  giveBack(memory, bytes);
}

void emptyQuarantines() noexcept {
  quarantines.memory.empty(giveBackKept);
  quarantines.slots.empty(releaseSlot);
}

ForeignBlock* ForeignBlock::make(void (*gone)(void* keeper) noexcept, void* keeper) {
  return ::new (fromMalloc(sizeof(ForeignBlock))) ForeignBlock{{1, 0, mark}, gone, keeper};
}

Block* Block::make(std::size_t capacity) {
  auto* block = static_cast<Block*>(allocate(sizeof(Block) + capacity));
  block->refs = 1;
  block->flags = 0;
  block->capacity = capacity;
  return block;
}

Block* Block::tryMake(std::size_t capacity, bool zeroed) noexcept {
  constexpr std::size_t tooLarge = std::size_t(1) << 40;  // sanitizers' allocators end the program beyond it
  if (capacity >= tooLarge) return nullptr;
  std::size_t bytes = sizeof(Block) + capacity;
  if (bytes <= largestSmall) {
    Block* block = make(capacity);
    if (zeroed) std::memset(block->bytes(), 0, capacity);
    return block;
  }
  // Large: from the system as `allocate` would, which has zeroed pages at hand for calloc.
  MemoryCount::add(std::ptrdiff_t(bytes));
  void* memory = zeroed ? std::calloc(1, bytes) : std::malloc(bytes);
  if (memory) return ::new (memory) Block{1, 0, capacity};
  MemoryCount::add(-std::ptrdiff_t(bytes));
  return nullptr;
}

}  // namespace nodecpp::detail
