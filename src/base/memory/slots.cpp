// The slots of owning_ptr. The first word of a slot is always a generation, which soft pointers compare. A chunk of
// slots therefore never becomes a chunk of another kind, and generations only grow, even when the memory was given back
// to the system in between.
#include <nodecpp/owning_ptr.h>

#include <cstdlib>
#include <utility>

#include "base/assertion.h"
#include "base/errors/fatal.h"
#include "base/memory/local_slabs.h"
#include "base/memory/memory_notes.h"
#include "base/memory/short_lock.h"

#if NODECPP_POISON
extern "C" void __asan_poison_memory_region(const volatile void* address, std::size_t size);
extern "C" void __asan_unpoison_memory_region(const volatile void* address, std::size_t size);
#endif

namespace nodecpp::detail {

namespace {

// The header stays readable in a free slot, because soft pointers read its generation.
char* afterHeader(Slot* slot) { return reinterpret_cast<char*>(slot) + slotHeader; }
// A free slot as chunks see it: a FreeBlock that begins behind the generation.
FreeBlock* asBlock(Slot* slot) { return reinterpret_cast<FreeBlock*>(&slot->nextFree); }
Slot* asSlot(FreeBlock* block) { return reinterpret_cast<Slot*>(reinterpret_cast<char*>(block) - sizeof(std::uint64_t)); }

// Slots that are too large for chunks come from malloc, in powers of two, and are never given back. All threads share
// them.
class LargeSlots {
 public:
  Slot* take(std::size_t bytes) noexcept {
    const std::size_t kind = kindOf(bytes);
    NODECPP_ASSERT(bytes > 1 && std::size_t(1) << kind >= bytes, bytes, kind);
    if (kind >= largest) fatalError("out of memory, %zu bytes were asked for", bytes);
    Slot* slot = reuse(kind);
    if (!slot) {
      slot = static_cast<Slot*>(allocateLarge(std::size_t(1) << kind));
      slot->generation = 1;
    }
    slot->uses = 0;
    return slot;
  }
  void give(Slot* slot, std::size_t bytes) noexcept {
    Slot*& first = free_[kindOf(bytes)];
    ShortLock::Guard guard(lock_);
    slot->nextFree = std::exchange(first, slot);
  }
  // Makes the first `bytes` of the slot usable, or the whole slot unusable. Memory beyond `bytes` stays poisoned.
  static void poison([[maybe_unused]] Slot* slot, [[maybe_unused]] std::size_t bytes, [[maybe_unused]] bool usable) noexcept {
#if NODECPP_POISON
    __asan_poison_memory_region(afterHeader(slot), (std::size_t(1) << kindOf(bytes)) - slotHeader);
    if (usable) __asan_unpoison_memory_region(afterHeader(slot), bytes - slotHeader);
#endif
  }

 private:
  static constexpr std::size_t largest = 40;
  static std::size_t kindOf(std::size_t bytes) noexcept { return std::size_t(64 - __builtin_clzll(bytes - 1)); }
  Slot* reuse(std::size_t kind) noexcept {
    ShortLock::Guard guard(lock_);
    Slot* slot = free_[kind];
    if (slot) free_[kind] = slot->nextFree;
    return slot;
  }
  ShortLock lock_;
  Slot* free_[largest]{};
};
constinit LargeSlots largeSlots;

constexpr bool isLarge(std::size_t bytes) noexcept { return NODECPP_PLAIN_MALLOC || bytes > maxSlabBytes; }

void returnSlot(Slot* slot, std::size_t bytes) noexcept {
  if (isLarge(bytes)) return largeSlots.give(slot, bytes);
  Chunk* chunk = chunkOf(slot);
  // The last destructors of a thread run after it has left its heap.
  if (localSlabs.tag == 0) [[unlikely]]
    return Area::of(slot)->heap->takeRemoteFrees(asBlock(slot));
  if (chunk->tag != localSlabs.tag + slotKinds + granulesOf(bytes)) [[unlikely]]
    fatalError("an owning_ptr ended on another thread than the one that made its object");
  FreeBlock* block = asBlock(slot);
  if constexpr (safetyChecks) {
    if (mayBeFree(block)) [[unlikely]]
      endIfFree(block);
  }
  chunk->give(block);
}

}  // namespace

void releaseSlot(const Quarantine::QuarantinedBlock& kept) noexcept {
  auto* slot = static_cast<Slot*>(kept.memory);
  if constexpr (!NODECPP_POISON) Quarantine::check(afterHeader(slot), kept.bytes - slotHeader);
  returnSlot(slot, kept.size);
}

namespace {
Slot* takeUnnotedSlot(std::size_t bytes) {
  if (!isLarge(bytes)) return asSlot(localSlabs.take(slotKinds + granulesOf(bytes)));
  Slot* slot = largeSlots.take(bytes);
  LargeSlots::poison(slot, bytes, true);
  return slot;
}
}  // namespace

Slot* takeSlot(std::size_t bytes) {
  Slot* slot = takeUnnotedSlot(bytes);
  NODECPP_DEBUG_ASSERT(slot->generation != 0);  // A soft pointer to nothing has generation 0.
  if (MemoryNotes::on()) [[unlikely]]
    MemoryNotes::add(slot, bytes);
  return slot;
}

void freeSlot(Slot* slot, std::size_t bytes) noexcept {
  if (MemoryNotes::on()) [[unlikely]]
    MemoryNotes::remove(slot);
  if (isLarge(bytes)) LargeSlots::poison(slot, bytes, false);
  if (NODECPP_QUARANTINE && isQuarantineOn()) {
    if constexpr (!NODECPP_POISON) Quarantine::fill(afterHeader(slot), bytes - slotHeader);
    return quarantines.slots.keep({slot, bytes, bytes}, releaseSlot);
  }
  returnSlot(slot, bytes);
}

// The owning_ptrs that were destroyed while a method of their object was running. The object is freed after the method
// has returned. The list has at most as many entries as such method calls are nested.
namespace {
struct EndedOwner {
  Slot* slot;
  void (*destroy)(Slot*) noexcept;
  EndedOwner* next;
};
constinit thread_local EndedOwner* endedOwners = nullptr;
}  // namespace

void destroyAfterUse(Slot* slot, void (*destroy)(Slot*) noexcept) noexcept {
  NODECPP_ASSERT(slot->uses != 0 && (slot->uses & ownerEnded) == 0, slot->uses);
  slot->uses |= ownerEnded;
  endedOwners = ::new (allocate(sizeof(EndedOwner))) EndedOwner{slot, destroy, endedOwners};
}

void endOfUse(Slot* slot) noexcept {
  EndedOwner** at = &endedOwners;
  NODECPP_ASSERT(slot->uses == ownerEnded, slot->uses);
  for (; *at && (*at)->slot != slot; at = &(*at)->next) {
  }
  NODECPP_ASSERT(*at);
  EndedOwner* ended = std::exchange(*at, (*at)->next);
  auto* destroy = ended->destroy;
  release(ended, sizeof(EndedOwner));
  destroy(slot);
}

}  // namespace nodecpp::detail
