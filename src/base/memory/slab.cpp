#include <nodecpp/external_block.h>
#include <nodecpp/safety.h>
#include <nodecpp/string.h>

#include <cstdlib>
#include <new>

#include "base/memory/slab.h"
#include "base/assertion.h"
#include "base/errors/fatal.h"
#include "base/memory/local_slabs.h"
#include "base/memory/memory_count.h"
#include "base/memory/memory_notes.h"

namespace nodecpp::detail {

#if NODECPP_SAFETY
extern const int builtWithSafetyOn;
const int builtWithSafetyOn = 1;
#else
extern const int builtWithSafetyOff;
const int builtWithSafetyOff = 1;
#endif

constinit thread_local LocalQuarantines quarantines{};

void* allocateLarge(std::size_t bytes) noexcept {
  MemoryCount::add(std::ptrdiff_t(bytes));
  void* memory = std::malloc(bytes);
  if (!memory) fatalError("out of memory, %zu bytes were asked for", bytes);
  return memory;
}

namespace {

// The size of the largest block that slabs serve directly. It is 0 while memory is noted, so that every request and
// every free takes the slow path of large blocks.
constinit std::size_t served = maxSlabBytes;

void releaseLarge(void* memory, std::size_t bytes) noexcept {
  if (bytes == sizeof(Block) + ExternalBlock::mark) {
    auto* block = static_cast<ExternalBlock*>(memory);
    NODECPP_ASSERT(block->gone);
    block->gone(block->keeper);
    bytes = sizeof(ExternalBlock);
  }
  NODECPP_ASSERT(memory);
  MemoryCount::add(-std::ptrdiff_t(bytes));
  std::free(memory);
}

// Frees a block when its chunk does not belong to this thread or has blocks of another size.
[[gnu::noinline, gnu::cold]] void releaseElsewhere(FreeBlock* block, std::size_t bytes) noexcept {
  Chunk* chunk = chunkOf(block);
  if (chunk->tag == 0) failDoubleFree(block);
  const auto place = std::uint32_t(reinterpret_cast<std::uintptr_t>(block) % chunkBytes);
  if (chunk->kind() != granulesOf(bytes) || place < chunk->first || (place - chunk->first) % chunk->blockBytes != 0)
    fatalError("memory at %p was freed as %zu bytes, and is in a block of %u", static_cast<void*>(block), bytes,
               chunk->blockBytes);
  if (isFree(block)) failDoubleFree(block);
  Area::of(block)->heap->takeRemoteFrees(block);
}

// Frees a block whose first bytes may be a link, and ends the process if it is free already.
[[maybe_unused, gnu::noinline, gnu::cold]] void giveDoubtful(FreeBlock* block) noexcept {
  endIfFree(block);
  chunkOf(block)->give(block);
}

// What seldom happens is left to other functions as the last step, so that this one need not save registers.
[[gnu::always_inline]] inline void giveBack(void* memory, std::size_t bytes) noexcept {
  auto* block = static_cast<FreeBlock*>(memory);
  Chunk* chunk = chunkOf(memory);
  if (chunk->tag != localSlabs.tag + granulesOf(bytes)) [[unlikely]]
    return releaseElsewhere(block, bytes);
  if constexpr (safetyChecks) {
    if (mayBeFree(block)) [[unlikely]]
      return giveDoubtful(block);
  }
  chunk->give(block);
}

void freeQuarantined(const Quarantine::QuarantinedBlock& kept) noexcept {
  Quarantine::check(kept.memory, kept.bytes);
  giveBack(kept.memory, kept.size);
}

[[maybe_unused]] void keepFreed(void* memory, std::size_t bytes) noexcept {
  if (!isQuarantineOn()) return giveBack(memory, bytes);
  if (quarantines.memory.holds(memory)) failDoubleFree(memory);
  const std::size_t whole = granulesOf(bytes) * granule;
  Quarantine::fill(memory, whole);
  quarantines.memory.keep({memory, whole, bytes}, freeQuarantined);
}

void give(void* memory, std::size_t bytes) noexcept {
  if constexpr (NODECPP_QUARANTINE) return keepFreed(memory, bytes);
  giveBack(memory, bytes);
}

// The slow path: allocates blocks that are too large for slabs, and all blocks while memory is noted.
[[gnu::noinline]] void* takeElsewhere(std::size_t bytes) {
  void* memory = NODECPP_PLAIN_MALLOC || bytes > maxSlabBytes ? allocateLarge(bytes ? bytes : 1)
                                                              : localSlabs.take(granulesOf(bytes));
  if (MemoryNotes::on() && !NODECPP_POISON) MemoryNotes::add(memory, bytes);
  return memory;
}
[[gnu::noinline]] void giveElsewhere(void* memory, std::size_t bytes) noexcept {
  if (MemoryNotes::on() && !NODECPP_POISON) MemoryNotes::remove(memory);
  if (!NODECPP_PLAIN_MALLOC && bytes <= maxSlabBytes) return give(memory, bytes);
  releaseLarge(memory, bytes);
}

}  // namespace

void noteSlabs() noexcept {
  // The compiler must not see that the variable has only two values. It would turn it into a flag and test the flag in
  // addition to the size.
  std::size_t none = 0;
  asm("" : "+r"(none));
  served = none;
}

void* allocate(std::size_t bytes) {
  if (NODECPP_PLAIN_MALLOC || bytes > served) [[unlikely]]
    return takeElsewhere(bytes);
  [[assume(bytes <= maxSlabBytes)]];
  return localSlabs.take(granulesOf(bytes));
}

void release(void* memory, std::size_t bytes) noexcept {
  NODECPP_DEBUG_ASSERT(memory);
  forgetCountingThreads(memory, bytes);
  if (NODECPP_PLAIN_MALLOC || bytes > served) [[unlikely]]
    return giveElsewhere(memory, bytes);
  give(memory, bytes);
}

void emptyQuarantines() noexcept {
  quarantines.memory.empty(freeQuarantined);
  quarantines.slots.empty(releaseSlot);
}

ExternalBlock* ExternalBlock::make(void (*gone)(void* keeper) noexcept, void* keeper) {
  return ::new (allocateLarge(sizeof(ExternalBlock))) ExternalBlock{{1, 0, mark}, gone, keeper};
}

Block* Block::make(std::size_t capacity) {
  auto* block = static_cast<Block*>(allocate(sizeof(Block) + capacity));
  block->refs = 1;
  block->flags = 0;
  block->capacity = capacity;
  return block;
}

Block* Block::tryMake(std::size_t capacity, bool zeroed) noexcept {
  // The allocators of sanitizers end the program for larger requests.
  constexpr std::size_t tooLarge = std::size_t(1) << 40;
  if (capacity >= tooLarge) return nullptr;
  std::size_t bytes = sizeof(Block) + capacity;
  if (bytes <= maxSlabBytes) {
    Block* block = make(capacity);
    if (zeroed) std::memset(block->bytes(), 0, capacity);
    return block;
  }
  // A large block comes from the system, as with `allocate`. calloc can often use pages that are zero already.
  MemoryCount::add(std::ptrdiff_t(bytes));
  void* memory = zeroed ? std::calloc(1, bytes) : std::malloc(bytes);
  if (memory && MemoryNotes::on() && !NODECPP_POISON) MemoryNotes::add(memory, bytes);
  if (memory) return ::new (memory) Block{1, 0, capacity};
  MemoryCount::add(-std::ptrdiff_t(bytes));
  return nullptr;
}

}  // namespace nodecpp::detail
