#include "base/memory/chunks.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/assertion.h"
#include "base/errors/fatal.h"
#include "base/memory/memory_count.h"
#include "base/memory/short_lock.h"

#if defined(__linux__)
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#endif

namespace nodecpp::detail {

constinit std::uint64_t linkKey = 0;

namespace {

// A heap keeps this many empty chunks, 4 MiB for blocks and 1 MiB for slots. Memory that was needed once is often
// needed again, and fresh pages cost more than writing to pages that the process has already.
constexpr std::uint32_t emptyKept = 64;
constexpr std::uint32_t emptySlotsKept = 16;
constexpr std::uint32_t manyAreas = 4;  // A heap with this many areas gets large pages.
constexpr std::uint32_t someFreed = 256;

// The heaps that no thread uses. A thread that takes one waits while another thread goes through the list. If it made a
// new heap instead, a process with many short-lived threads would get more and more heaps.
struct IdleHeaps {
  ShortLock lock;
  Heap* first = nullptr;
};
constinit IdleHeaps idleHeaps;

// Unused areas. The first pages of each are kept, and the others were given back to the system.
class SpareAreas {
 public:
  void put(Area* area) noexcept {
    ShortLock::Guard guard(lock_);
    area->next = std::exchange(first_, area);
  }
  Area* take() noexcept {
    ShortLock::Guard guard(lock_);
    Area* area = first_;
    if (area) first_ = area->next;
    return area;
  }

 private:
  ShortLock lock_;
  Area* first_ = nullptr;
};
constinit SpareAreas spareAreas;

#if defined(__linux__)

void* fromSystem() noexcept {
  constexpr int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  // The system usually places one mapping behind the other, so that only the first area is not aligned.
  void* memory = ::mmap(nullptr, areaBytes, protection, flags, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  if (reinterpret_cast<std::uintptr_t>(memory) % areaBytes == 0) return memory;
  ::munmap(memory, areaBytes);
  memory = ::mmap(nullptr, 2 * areaBytes, protection, flags, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* begin = static_cast<char*>(memory);
  auto* aligned = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(begin) + areaBytes - 1) & ~(areaBytes - 1));
  if (aligned != begin) ::munmap(begin, std::size_t(aligned - begin));
  if (const std::size_t behind = std::size_t(begin + areaBytes - aligned)) ::munmap(aligned + areaBytes, behind);
  return aligned;
}

// A program that has many areas already gets large pages, because one of them costs much less than 512 small pages. A
// smaller program would get more memory than it needs. On a system without large pages the call has no effect.
void advise(Area* area, bool large) noexcept { ::madvise(area, areaBytes, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE); }

// Gives the whole pages in a range back to the system. They read as zero from then on.
void dropPages(char* begin, char* end) noexcept {
  constexpr std::size_t page = 4096;
  auto* from = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(begin) + page - 1) & ~(page - 1));
  if (from < end) ::madvise(from, std::size_t(end - from), MADV_DONTNEED);
}

std::uint64_t secret() noexcept {
  std::uint64_t words[2] = {};
  if (auto* random = reinterpret_cast<const void*>(::getauxval(AT_RANDOM))) __builtin_memcpy(words, random, sizeof words);
  return (words[0] + reinterpret_cast<std::uintptr_t>(&words)) * 0x9e3779b97f4a7c15u ^ words[1] * 0xd6e8feb86659fd93u;
}

// By default, glibc gives free memory at the end of its heap back to the system, and maps fresh memory for each large
// block. A list that grows and is freed repeatedly would touch fresh pages each time.
void keepMemory() noexcept {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 8 * 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024);
#endif
}

#else

void* fromSystem() noexcept { return std::aligned_alloc(areaBytes, areaBytes); }
void advise(Area*, bool) noexcept {}
void dropPages(char* begin, char* end) noexcept { __builtin_memset(begin, 0, std::size_t(end - begin)); }
std::uint64_t secret() noexcept { return reinterpret_cast<std::uintptr_t>(&linkKey) * 0x9e3779b97f4a7c15u; }
void keepMemory() noexcept {}

#endif

// The blocks begin at a different offset in the chunks of each kind. With equal offsets, the most used blocks of all
// kinds would compete for a few lines of the processor's cache.
std::uint32_t firstPlace(Chunk* chunk, std::uint32_t kind) noexcept {
  const std::uint32_t header = chunk == Area::of(chunk)->chunks ? sizeof(Area) : 0;
  return std::uint32_t((header + 63) / 64 * 64) + (1 + kind * 5 % 31) * 64;
}

}  // namespace

void failDamagedBlock(const FreeBlock* block) noexcept {
  fatalError("memory at %p was written to after it had been freed, or from the block before it",
             static_cast<const void*>(block));
}
void failDoubleFree(const void* memory) noexcept { fatalError("memory at %p was freed twice", memory); }

[[gnu::cold]] void endIfFree(const FreeBlock* block) noexcept {
  if (isFree(block)) failDoubleFree(block);
}

char* Chunk::begin() noexcept {
  Area* area = Area::of(this);
  return reinterpret_cast<char*>(area) + std::size_t(this - area->chunks) * chunkBytes;
}

namespace {
void shufflePlaces(std::uint16_t* places, std::uint32_t count, std::uint64_t& salt) noexcept {
  for (std::uint32_t remaining = count; remaining > 1; --remaining) {
    salt = salt * 6364136223846793005u + 1442695040888963407u;
    std::swap(places[remaining - 1], places[(salt >> 33) % remaining]);
    salt |= 1;
  }
}
}  // namespace

void Chunk::shuffle(std::uint64_t& salt) noexcept {
  constexpr std::uint32_t unit = alignof(FreeBlock);
  std::uint16_t places[chunkBytes / granule];
  std::uint32_t count = 0;
  for (const FreeBlock* block = free; !isEnd(block) && count < std::size(places); block = nextIn(block->link))
    places[count++] = std::uint16_t(reinterpret_cast<std::uintptr_t>(block) % chunkBytes / unit);
  if (count < 2) return;
  shufflePlaces(places, count, salt);
  char* const base = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(free) & ~(chunkBytes - 1));
  auto* following = reinterpret_cast<FreeBlock*>(base);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto* block = reinterpret_cast<FreeBlock*>(base + std::size_t(places[i]) * unit);
    block->link = linkTo(following);
    following = block;
  }
  free = following;
}

void Chunk::makeBlocks(std::uint64_t& salt) noexcept {
  // Only about one page of blocks is made at once. Further blocks are made when they are needed, so that unused pages
  // of the chunk are never touched.
  constexpr std::uint32_t most = 256;
  NODECPP_ASSERT(state == State::current && hasFresh() && fresh >= first, state, fresh, first, blockBytes);
  const std::uint32_t room = std::uint32_t(chunkBytes - fresh) / blockBytes;
  const std::uint32_t count = std::min({std::max(4096 / blockBytes, 2u), most, room});
  MemoryCount::addSlabs(std::ptrdiff_t(count * blockBytes));
  const bool slots = ofSlots();
  const std::size_t linkAt = slots ? sizeof(std::uint64_t) : 0;
  std::uint16_t order[most];
  for (std::uint32_t i = 0; i < count; ++i) order[i] = std::uint16_t(i);
  if (salt) [[unlikely]]
    shufflePlaces(order, count, salt);
  char* const from = begin() + fresh;
  // The first block is linked last, so that it is allocated first.
  for (std::uint32_t i = count; i-- > 0;) {
    char* memory = from + std::size_t(order[i]) * blockBytes;
    if (slots) *reinterpret_cast<std::uint64_t*>(memory) = generation;
    auto* block = reinterpret_cast<FreeBlock*>(memory + linkAt);
    block->link = linkTo(free);
    free = block;
  }
  fresh += count * blockBytes;
  NODECPP_ASSERT(count > 0 && fresh <= chunkBytes && !isEnd(free), count, fresh);
}

void Chunk::onNoBlockLeft() noexcept {
  Heap* heap = Area::of(this)->heap;
  NODECPP_ASSERT(left == 0 && heap && (state == State::full || state == State::listed), left, state);
  if (state == State::full) {
    NODECPP_ASSERT(blocks() > 1, blockBytes);
    left = blocks() - 1;
    heap->list(this);
  } else {
    heap->isEmpty(this);
  }
}

std::size_t Chunk::usedBytes() const noexcept {
  switch (state) {
    case State::unused:
    case State::empty: return 0;
    case State::current: return std::size_t(left - 1) * blockBytes;
    case State::listed: return std::size_t(left) * blockBytes;
    case State::full: return std::size_t(blocks()) * blockBytes;
  }
  return 0;
}

std::size_t Heap::usedBytes() const noexcept {
  std::size_t sum = 0;
  for (const Area* area = allAreas; area; area = area->nextOfAll)
    for (const Chunk& chunk : area->chunks) sum += chunk.usedBytes();
  return sum;
}

Heap* Heap::take() noexcept {
  {
    ShortLock::Guard guard(idleHeaps.lock);
    if (Heap* heap = idleHeaps.first) {
      idleHeaps.first = heap->nextIdle;
      NODECPP_ASSERT(heap->idle.load(std::memory_order_relaxed) && !heap->empty, heap->number);
      heap->idle.store(false, std::memory_order_relaxed);
      return heap;
    }
  }
  static constinit std::atomic<std::uint32_t> lastNumber{0};
  void* memory = std::calloc(1, sizeof(Heap));
  if (!memory) fatalError("out of memory, %zu bytes were asked for", sizeof(Heap));
  auto* heap = ::new (memory) Heap{};
  heap->number = lastNumber.fetch_add(1, std::memory_order_relaxed) + 1;
  if (heap->number == 1) {
    keepMemory();
    __atomic_store_n(&linkKey, secret() | 1, __ATOMIC_RELEASE);
  } else {
    // Two threads may make their first heaps at the same time. The thread with heap 1 sets the key, and the other one
    // waits.
    while (!__atomic_load_n(&linkKey, __ATOMIC_ACQUIRE)) {
    }
  }
  return heap;
}

void Heap::leave() noexcept {
  NODECPP_ASSERT(!idle.load(std::memory_order_relaxed), number);
  collect();
  freeEmptyChunks();
  freedIdle.store(0, std::memory_order_relaxed);
  idle.store(true, std::memory_order_relaxed);
  ShortLock::Guard guard(idleHeaps.lock);
  nextIdle = std::exchange(idleHeaps.first, this);
}

void Heap::list(Chunk* chunk) noexcept {
  NODECPP_ASSERT(chunk->state == Chunk::State::full || chunk->state == Chunk::State::current, chunk->state);
  NODECPP_ASSERT(chunk->tag / tagsOfHeap == number && chunk->kind() < kinds, chunk->tag, number);
  Chunk*& head = listed[chunk->kind()];
  chunk->state = Chunk::State::listed;
  chunk->previous = nullptr;
  chunk->next = head;
  if (head) head->previous = chunk;
  head = chunk;
}

void Heap::unlist(Chunk* chunk) noexcept {
  NODECPP_ASSERT(chunk->state == Chunk::State::listed && chunk->tag / tagsOfHeap == number, chunk->state, chunk->tag);
  NODECPP_ASSERT((chunk->previous ? chunk->previous->next : listed[chunk->kind()]) == chunk);
  if (chunk->next) chunk->next->previous = chunk->previous;
  (chunk->previous ? chunk->previous->next : listed[chunk->kind()]) = chunk->next;
}

Chunk* Heap::unusedChunk() noexcept {
  Area* area = areas;
  if (!area) {
    collectIdle();
    area = spareAreas.take();
    if (!area) {
      void* memory = fromSystem();
      if (!memory) fatalError("out of memory, %zu bytes were asked for", areaBytes);
      NODECPP_ASSERT(Area::of(memory) == memory, memory);
      area = static_cast<Area*>(memory);
      advise(area, areaCount >= manyAreas);
    }
    ++areaCount;
    area->heap = this;
    area->unused = ~std::uint32_t(0);
    area->previous = area->next = nullptr;
    areas = area;
    area->previousOfAll = nullptr;
    area->nextOfAll = allAreas;
    if (allAreas) allAreas->previousOfAll = area;
    allAreas = area;
  }
  NODECPP_ASSERT(area->unused != 0 && area->heap == this && !area->previous && areaCount > 0, area->unused, areaCount);
  const int at = __builtin_ctz(area->unused);
  NODECPP_ASSERT(area->chunks[at].state == Chunk::State::unused && area->chunks[at].tag == 0, at);
  area->unused &= area->unused - 1;
  if (!area->unused) {
    areas = area->next;
    if (areas) areas->previous = nullptr;
  }
  return &area->chunks[at];
}

Chunk* Heap::chunkFor(std::uint32_t kind) noexcept {
  NODECPP_ASSERT(kind < kinds && !idle.load(std::memory_order_relaxed), kind);
  if (Chunk* chunk = listed[kind]) {
    NODECPP_ASSERT(chunk->kind() == kind && Area::of(chunk)->heap == this, chunk->tag, kind);
    unlist(chunk);
    if (kind >= slotKinds && chunk->left == 0 && chunk->fresh != chunk->first) {
      NODECPP_ASSERT(emptySlotChunks > 0);
      --emptySlotChunks;
    }
    return chunk;
  }
  Chunk* chunk = empty;
  if (chunk) {
    NODECPP_ASSERT(chunk->state == Chunk::State::empty && chunk->tag == 0 && emptyCount > 0, chunk->state, emptyCount);
    empty = chunk->next;
    --emptyCount;
    MemoryCount::addSlabs(-std::ptrdiff_t(chunk->madeBytes()));
  } else {
    chunk = unusedChunk();
  }
  chunk->first = chunk->fresh = firstPlace(chunk, kind);
  chunk->blockBytes = std::uint32_t(std::max<std::size_t>(kind % slotKinds, 1) * granule);
  chunk->free = reinterpret_cast<FreeBlock*>(chunk->begin());
  chunk->left = 0;
  chunk->generation = 1;
  chunk->tag = number * tagsOfHeap + kind;
  return chunk;
}

void Heap::isEmpty(Chunk* chunk) noexcept {
  NODECPP_ASSERT(chunk->left == 0 && chunk->state == Chunk::State::listed, chunk->left, chunk->state);
  if (chunk->ofSlots()) {
    // The chunk keeps its slot size, since soft pointers may read the generations of its slots at any time.
    if (emptySlotChunks >= emptySlotsKept) return giveBackSlots(chunk);
    ++emptySlotChunks;
    return;
  }
  unlist(chunk);
  chunk->tag = 0;
  if (emptyCount >= emptyKept) return giveBack(chunk);
  chunk->state = Chunk::State::empty;
  chunk->next = empty;
  empty = chunk;
  ++emptyCount;
}

void Heap::giveBack(Chunk* chunk) noexcept {
  Area* area = Area::of(chunk);
  const auto at = std::uint32_t(chunk - area->chunks);
  NODECPP_ASSERT(chunk->left == 0 && chunk->tag == 0 && area->heap == this, chunk->left, chunk->tag);
  NODECPP_ASSERT((area->unused >> at & 1) == 0, area->unused, at);
  chunk->state = Chunk::State::unused;
  dropPages(chunk->begin() + (at == 0 ? sizeof(Area) : 0), chunk->begin() + chunkBytes);
  MemoryCount::addSlabs(-std::ptrdiff_t(chunk->madeBytes()));
  if (!area->unused) {
    area->previous = nullptr;
    area->next = areas;
    if (areas) areas->previous = area;
    areas = area;
  }
  area->unused |= std::uint32_t(1) << at;
  if (area->unused != ~std::uint32_t(0)) return;
  if (area->next) area->next->previous = area->previous;
  (area->previous ? area->previous->next : areas) = area->next;
  if (area->nextOfAll) area->nextOfAll->previousOfAll = area->previousOfAll;
  (area->previousOfAll ? area->previousOfAll->nextOfAll : allAreas) = area->nextOfAll;
  NODECPP_ASSERT(areaCount > 0);
  --areaCount;
  spareAreas.put(area);
}

void Heap::giveBackSlots(Chunk* chunk) noexcept {
  NODECPP_ASSERT(chunk->ofSlots() && chunk->left == 0, chunk->tag, chunk->left);
  char* const begin = chunk->begin();
  for (std::uint32_t at = chunk->first; at < chunk->fresh; at += chunk->blockBytes)
    chunk->generation = std::max(chunk->generation, *reinterpret_cast<std::uint64_t*>(begin + at) + 1);
  // Memory that is not a whole page is not given back. It is overwritten with zeros, so that no old generation can
  // appear again.
  __builtin_memset(begin + chunk->first, 0, std::min<std::size_t>(chunk->fresh - chunk->first, 4096));
  dropPages(begin + chunk->first, begin + chunkBytes);
  MemoryCount::addSlabs(-std::ptrdiff_t(chunk->madeBytes()));
  chunk->fresh = chunk->first;
  chunk->free = reinterpret_cast<FreeBlock*>(begin);
}

void Heap::freeEmptyChunks() noexcept {
  while (Chunk* chunk = empty) {
    NODECPP_ASSERT(emptyCount > 0 && chunk->state == Chunk::State::empty, emptyCount, chunk->state);
    empty = chunk->next;
    --emptyCount;
    giveBack(chunk);
  }
  for (std::uint32_t kind = slotKinds; emptySlotChunks && kind < kinds; ++kind)
    for (Chunk* chunk = listed[kind]; chunk; chunk = chunk->next) {
      if (chunk->left != 0 || chunk->fresh == chunk->first) continue;
      --emptySlotChunks;
      giveBackSlots(chunk);
    }
  NODECPP_ASSERT(emptyCount == 0 && emptySlotChunks == 0, emptyCount, emptySlotChunks);
}

void Heap::collect() noexcept {
  if (!foreign.load(std::memory_order_relaxed)) return;
  FreeBlock* block = foreign.exchange(nullptr, std::memory_order_acquire);
  while (block) {
    FreeBlock* following = nextIn(block->foreign);
    // While a freed block waits in this list, the program may have written to it. Both words of the block are checked.
    if (nextIn(block->link) != block || reinterpret_cast<std::uintptr_t>(following) % sizeof(std::uint64_t) != 0 ||
        reinterpret_cast<std::uintptr_t>(following) >> 48 != 0)
      failDamagedBlock(block);
    NODECPP_ASSERT(Area::of(block)->heap == this && chunkOf(block)->tag / tagsOfHeap == number, chunkOf(block)->tag,
                   number);
    block->link = 0;
    chunkOf(block)->give(block);
    block = following;
  }
}

void Heap::takeRemoteFrees(FreeBlock* block) noexcept {
  // The block is marked as free, as it would be in its chunk's list, so that freeing it again is detected.
  block->link = linkTo(block);
  FreeBlock* following = foreign.load(std::memory_order_relaxed);
  do block->foreign = linkTo(following);
  while (!foreign.compare_exchange_weak(following, block, std::memory_order_release, std::memory_order_relaxed));
  // The block is in the heap's list now, so the heap's own thread may use it again at any time.
  if (idle.load(std::memory_order_relaxed) && freedIdle.fetch_add(1, std::memory_order_relaxed) % someFreed == someFreed - 1)
    collectIdle();
}

void Heap::collectIdle() noexcept {
  ShortLock::Guard guard(idleHeaps.lock);
  for (Heap* heap = idleHeaps.first; heap; heap = heap->nextIdle) {
    heap->collect();
    heap->freeEmptyChunks();
  }
}

}  // namespace nodecpp::detail
