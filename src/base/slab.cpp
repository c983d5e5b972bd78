#include <nodecpp/foreign.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/safety.h>
#include <nodecpp/string.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#if defined(__linux__)
#include <malloc.h>
#include <sys/mman.h>
#endif

#include "base/quarantine.h"
#include "base/slab.h"

// AddressSanitizer's own malloc poisons what is freed and keeps it in quarantine. Slots of owning_ptr are never given
// back to malloc, so they are poisoned here.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NODECPP_PLAIN_MALLOC 1
#define NODECPP_POISON 1
#endif
#endif
#ifndef NODECPP_POISON
#define NODECPP_POISON 0
#endif
// Set from outside where threads come and go that are not ours, and would leave their lists behind (nodecpp_node).
#ifndef NODECPP_PLAIN_MALLOC
#define NODECPP_PLAIN_MALLOC 0
#endif
// Set in debug builds (see cmake/Library.cmake).
#ifndef NODECPP_QUARANTINE
#define NODECPP_QUARANTINE 0
#endif

#if NODECPP_POISON
extern "C" void __asan_poison_memory_region(const volatile void* address, std::size_t size);
extern "C" void __asan_unpoison_memory_region(const volatile void* address, std::size_t size);
#endif

namespace nodecpp::detail {

#if NODECPP_SAFETY
extern const int builtWithSafetyOn;
const int builtWithSafetyOn = 1;
#else
extern const int builtWithSafetyOff;
const int builtWithSafetyOff = 1;
#endif

namespace {

constexpr std::size_t granule = 16;
constexpr std::size_t classes = 128;  // up to 2 KiB; larger requests go to malloc
constexpr std::size_t chunkBytes = 64 * 1024;
constexpr std::size_t pageBytes = 2 * 1024 * 1024;  // a large one's, and a chunk's where there are many
constexpr std::uint32_t manyChunks = 128;           // of the small ones: 8 MiB

struct FreeNode {
  FreeNode* next;
};

// What waits to be destroyed because too many destructions are nested already.
struct Postponed {
  void* object;
  void (*destroy)(void*) noexcept;
};

struct Slabs {
  FreeNode* free[classes];
  char* chunk;
  char* chunkEnd;
  std::uint32_t chunks;
  std::uint32_t nesting;  // calls of destroyInTurn that run
  std::uint32_t postponedCount;
  std::uint32_t postponedRoom;
  Postponed* postponed;
  Quarantine memory;
  Quarantine slots;
};

constinit thread_local std::uint64_t salt = 0;  // not zero: see saltAllocations

// A thread keeps what it frees, so memory that crosses threads inside a value only moves from one list to another.
constinit thread_local Slabs slabs{};

[[noreturn]] void outOfMemory(std::size_t bytes) {
  std::fprintf(stderr, "FATAL ERROR: out of memory, %zu bytes were asked for\n", bytes);
  std::abort();
}

void* fromMalloc(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (!memory) outOfMemory(bytes);
  return memory;
}

void* carve(std::size_t bytes);
bool inherit() noexcept;

void giveBack(void* memory, std::size_t bytes) noexcept {
  std::size_t index = (bytes + granule - 1) / granule - (bytes ? 1 : 0);
  auto* node = static_cast<FreeNode*>(memory);
  node->next = slabs.free[index];
  slabs.free[index] = node;
}

void dropForeign(void* memory) noexcept {
  auto* block = static_cast<ForeignBlock*>(memory);
  block->gone(block->keeper);
}

// Several at once, the others into the free list, in an order of their own.
void* carveSalted(std::size_t bytes) {
  constexpr std::size_t many = 16;
  void* blocks[many];
  std::uint64_t mixed = std::exchange(salt, 0);
  for (void*& block : blocks) block = carve(bytes);
  for (std::size_t left = many; left > 1; --left) {
    mixed = mixed * 6364136223846793005u + 1442695040888963407u;
    std::swap(blocks[left - 1], blocks[(mixed >> 33) % left]);
  }
  salt = mixed | 1;
  for (std::size_t i = 1; i < many; ++i) giveBack(blocks[i], bytes);
  return blocks[0];
}

// The C library gives back to the system what is free at the end of its memory, and memory of its own for all that is large: a
// list that grows and goes again and again would meet fresh pages each time, which cost more than what is written there.
void keepMemory() noexcept {
#if defined(__GLIBC__)
  static std::atomic_flag done;
  if (done.test_and_set(std::memory_order_relaxed)) return;
  mallopt(M_MMAP_THRESHOLD, 8 * 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024);
#endif
}

// A program that has so much already gets large pages, one of which costs a small part of what 512 small ones cost.
void newChunk() {
  if (slabs.chunks == 0) keepMemory();
  std::size_t size = chunkBytes;
  void* memory = nullptr;
#if defined(__linux__)
  if (slabs.chunks >= manyChunks && (memory = std::aligned_alloc(pageBytes, pageBytes))) {
    size = pageBytes;
    ::madvise(memory, size, MADV_HUGEPAGE);  // a system without them is none the worse
  }
#endif
  if (!memory) memory = fromMalloc(size);
  ++slabs.chunks;
  slabs.chunk = static_cast<char*>(memory);
  slabs.chunkEnd = slabs.chunk + size;
}

void* carve(std::size_t bytes) {
  if (salt) [[unlikely]]
    return carveSalted(bytes);
  if (inherit())
    if (FreeNode*& head = slabs.free[bytes / granule - 1]) return std::exchange(head, head->next);
  if (std::size_t(slabs.chunkEnd - slabs.chunk) < bytes) {
    // What is left of the old chunk feeds the small classes.
    while (std::size_t(slabs.chunkEnd - slabs.chunk) >= granule) {
      auto* node = reinterpret_cast<FreeNode*>(slabs.chunk);
      node->next = slabs.free[0];
      slabs.free[0] = node;
      slabs.chunk += granule;
    }
    newChunk();
  }
  void* memory = slabs.chunk;
  slabs.chunk += bytes;
  return memory;
}

}  // namespace

void saltAllocations(std::uint64_t seed) noexcept { salt = seed | 1; }

void* allocate(std::size_t bytes) {
  std::size_t index = (bytes + granule - 1) / granule - (bytes ? 1 : 0);
  if (NODECPP_PLAIN_MALLOC || index >= classes) [[unlikely]]
    return fromMalloc(bytes ? bytes : 1);
  FreeNode*& head = slabs.free[index];
  if (FreeNode* node = head) [[likely]] {
    head = node->next;
    return node;
  }
  return carve((index + 1) * granule);
}

void release(void* memory, std::size_t bytes) noexcept {
  std::size_t index = (bytes + granule - 1) / granule - (bytes ? 1 : 0);
  if (NODECPP_PLAIN_MALLOC || index >= classes) [[unlikely]] {
    if (bytes == sizeof(Block) + ForeignBlock::mark) dropForeign(memory);
    return std::free(memory);
  }
  if constexpr (NODECPP_QUARANTINE) {
    std::size_t whole = (index + 1) * granule;
    Quarantine::fill(memory, whole);
    return slabs.memory.keep({memory, whole, whole}, [](const Quarantine::Kept& kept) {
      Quarantine::check(kept.memory, kept.bytes);
      giveBack(kept.memory, kept.size);
    });
  }
  giveBack(memory, bytes);
}

namespace {

constexpr std::uint32_t deepestNesting = 64;

[[gnu::noinline]] void postpone(void* object, void (*destroy)(void*) noexcept) noexcept {
  if (slabs.postponedCount == slabs.postponedRoom) {
    slabs.postponedRoom = slabs.postponedRoom ? slabs.postponedRoom * 2 : 16;
    auto* grown = static_cast<Postponed*>(std::realloc(slabs.postponed, slabs.postponedRoom * sizeof(Postponed)));
    if (!grown) outOfMemory(slabs.postponedRoom * sizeof(Postponed));
    slabs.postponed = grown;
  }
  slabs.postponed[slabs.postponedCount++] = {object, destroy};
}

// The last first, so that what waits is as much as one branch of a tree has, not a whole level of it.
[[gnu::noinline]] void destroyPostponed() noexcept {
  slabs.nesting = 1;
  while (slabs.postponedCount) {
    Postponed last = slabs.postponed[--slabs.postponedCount];
    last.destroy(last.object);
  }
  std::free(std::exchange(slabs.postponed, nullptr));
  slabs.postponedRoom = 0;
  slabs.nesting = 0;
}

}  // namespace

void destroyInTurn(void* object, void (*destroy)(void*) noexcept) noexcept {
  if (slabs.nesting == deepestNesting) [[unlikely]]
    return postpone(object, destroy);
  ++slabs.nesting;
  destroy(object);
  if (--slabs.nesting == 0 && slabs.postponedCount) [[unlikely]]
    destroyPostponed();
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
  if (bytes <= granule * classes) {
    Block* block = make(capacity);
    if (zeroed) std::memset(block->bytes(), 0, capacity);
    return block;
  }
  // Large: from the system as `allocate` would, which has zeroed pages at hand for calloc.
  void* memory = zeroed ? std::calloc(1, bytes) : std::malloc(bytes);
  return memory ? ::new (memory) Block{1, 0, capacity} : nullptr;
}

namespace {

// Slots of owning_ptr: their first word stays a generation for ever, so these lists are theirs alone. Powers of two.
constexpr std::size_t slotClasses = 40;
constinit thread_local Slot* freeSlots[slotClasses]{};

std::size_t slotClass(std::size_t bytes) { return std::size_t(64 - __builtin_clzll(bytes - 1)); }

// The header stays readable in a free slot: soft pointers compare its generation.
char* afterHeader(Slot* slot) { return reinterpret_cast<char*>(slot) + slotHeader; }

// Makes `bytes` of the slot usable; what the slot has beyond them stays poisoned.
Slot* usableSlot(Slot* slot, [[maybe_unused]] std::size_t bytes) noexcept {
#if NODECPP_POISON
  __asan_poison_memory_region(afterHeader(slot), (std::size_t(1) << slotClass(bytes)) - slotHeader);
  __asan_unpoison_memory_region(afterHeader(slot), bytes - slotHeader);
#endif
  return slot;
}

void giveSlotBack(Slot* slot, std::size_t index) noexcept {
  slot->nextFree = freeSlots[index];
  freeSlots[index] = slot;
}

void releaseSlot(const Quarantine::Kept& kept) noexcept {
  auto* slot = static_cast<Slot*>(kept.memory);
  if constexpr (!NODECPP_POISON) Quarantine::check(afterHeader(slot), kept.bytes - slotHeader);
  giveSlotBack(slot, kept.size);
}

}  // namespace

Slot* takeSlot(std::size_t bytes) {
  std::size_t index = slotClass(bytes);
  if (index >= slotClasses) outOfMemory(bytes);
  if (Slot* slot = freeSlots[index]) {
    freeSlots[index] = slot->nextFree;
    slot->uses = 0;
    return usableSlot(slot, bytes);
  }
  if (inherit()) return takeSlot(bytes);
  auto* slot = static_cast<Slot*>(fromMalloc(std::size_t(1) << index));
  slot->generation = 1;
  slot->uses = 0;
  return usableSlot(slot, bytes);
}

void giveSlot(Slot* slot, std::size_t bytes) noexcept {
  std::size_t index = slotClass(bytes);
#if NODECPP_POISON
  __asan_poison_memory_region(afterHeader(slot), (std::size_t(1) << index) - slotHeader);
#endif
  if constexpr (NODECPP_QUARANTINE) {
    if constexpr (!NODECPP_POISON) Quarantine::fill(afterHeader(slot), bytes - slotHeader);
    return slabs.slots.keep({slot, bytes, index}, releaseSlot);
  }
  giveSlotBack(slot, index);
}

// Owners that ended while their objects were in use: as many as such calls are nested in each other.
namespace {
struct EndedOwner {
  Slot* slot;
  void (*destroy)(Slot*) noexcept;
  EndedOwner* next;
};
constinit thread_local EndedOwner* endedOwners = nullptr;
}  // namespace

void endAfterUse(Slot* slot, void (*destroy)(Slot*) noexcept) noexcept {
  slot->uses |= ownerEnded;
  endedOwners = ::new (allocate(sizeof(EndedOwner))) EndedOwner{slot, destroy, endedOwners};
}

void endOfUse(Slot* slot) noexcept {
  EndedOwner** at = &endedOwners;
  while ((*at)->slot != slot) at = &(*at)->next;
  EndedOwner* ended = std::exchange(*at, (*at)->next);
  auto* destroy = ended->destroy;
  release(ended, sizeof(EndedOwner));
  destroy(slot);
}

// Threads that have ended leave what they kept, and one that would ask the system for memory takes it first.
namespace {

struct Estate {
  Slabs slabs;
  Slot* slots[slotClasses];
  Estate* next;
};
std::atomic<Estate*> estates{nullptr};

void leave(Estate* estate) noexcept {
  estate->next = estates.load(std::memory_order_relaxed);
  while (!estates.compare_exchange_weak(estate->next, estate, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

template <class T>
void append(T*& list, T* other, T* T::* next) noexcept {
  T** at = &list;
  while (*at) at = &((*at)->*next);
  *at = other;
}

bool inherit() noexcept {
  if (!estates.load(std::memory_order_relaxed)) [[likely]]
    return false;
  // All of them, so that none can come and go meanwhile; those that are too many are left again.
  Estate* estate = estates.exchange(nullptr, std::memory_order_acquire);
  if (!estate) return false;
  for (Estate* other = estate->next; other;) leave(std::exchange(other, other->next));
  for (std::size_t i = 0; i < classes; ++i) append(estate->slabs.free[i], slabs.free[i], &FreeNode::next);
  std::memcpy(slabs.free, estate->slabs.free, sizeof slabs.free);
  for (std::size_t i = 0; i < slotClasses; ++i) {
    append(estate->slots[i], freeSlots[i], &Slot::nextFree);
    freeSlots[i] = estate->slots[i];
  }
  // The larger rest of a chunk is gone on with, the other feeds the small classes.
  if (estate->slabs.chunkEnd - estate->slabs.chunk > slabs.chunkEnd - slabs.chunk) {
    std::swap(estate->slabs.chunk, slabs.chunk);
    std::swap(estate->slabs.chunkEnd, slabs.chunkEnd);
  }
  for (char* at = estate->slabs.chunk; std::size_t(estate->slabs.chunkEnd - at) >= granule; at += granule)
    giveBack(at, granule);
  std::free(estate);
  return true;
}

struct Keeper {
  ~Keeper() {
    slabs.memory.empty([](const Quarantine::Kept& kept) { giveBack(kept.memory, kept.size); });
    slabs.slots.empty(releaseSlot);
    auto* estate = static_cast<Estate*>(fromMalloc(sizeof(Estate)));
    estate->slabs = std::exchange(slabs, {});
    std::memcpy(estate->slots, freeSlots, sizeof freeSlots);
    std::memset(freeSlots, 0, sizeof freeSlots);
    leave(estate);
  }
};

}  // namespace

void keepThreadsMemory() {
  static thread_local Keeper keeper;
  static_cast<void>(keeper);
}

}  // namespace nodecpp::detail
