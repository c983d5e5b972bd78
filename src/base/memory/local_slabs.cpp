#include "base/memory/local_slabs.h"

#include <utility>

#include "base/assertion.h"
#include "base/memory/memory_count.h"
#include "base/memory/slab.h"

namespace nodecpp::detail {

namespace {
constinit FreeBlock noBlock{};
}
constinit Chunk noChunk{&noBlock, 0, 0, nullptr, nullptr, 0, 0, 0, 0, Chunk::State::unused};
constinit thread_local LocalSlabs localSlabs;

namespace {
// Makes a thread that ends leave its heap. Destructors of thread_local objects that were constructed before the thread
// took its heap run later. A block that they free goes to the heap like a block that another thread frees. When they
// allocate, the thread takes a heap and leaves it again at once.
struct Keeper {
  ~Keeper() {
    emptyQuarantines();
    localSlabs.leave();
    localSlabs.ended = true;
    MemoryCount::flush();
  }
};
}  // namespace

void keepThreadsMemory() {
  static thread_local Keeper keeper;
  static_cast<void>(keeper);
}

bool isQuarantineOn() {
  if (localSlabs.ended) return false;
  if (!localSlabs.heap || localSlabs.heap->number != 1) keepThreadsMemory();
  return true;
}

FreeBlock* LocalSlabs::refill(std::uint32_t kind) noexcept {
  if (!heap) {
    NODECPP_ASSERT(tag == 0, tag);
    heap = Heap::take();
    tag = heap->number * tagsOfHeap;
    // The first thread ends together with the process, so it need not leave its heap.
    if (heap->number != 1) keepThreadsMemory();
  }
  heap->collect();
  Chunk*& chunk = current[kind];
  if (chunk == &noChunk || (isEnd(chunk->free) && !chunk->hasFresh())) {
    if (chunk != &noChunk) {
      NODECPP_ASSERT(chunk->state == Chunk::State::current && chunk->left == chunk->blocks() + 1, chunk->state,
                     chunk->left);
      chunk->state = Chunk::State::full;
      chunk->left = 1;
    }
    chunk = heap->chunkFor(kind);
    NODECPP_ASSERT(chunk->tag == tag + kind && chunk->left < chunk->blocks(), chunk->tag, tag, kind, chunk->left);
    chunk->state = Chunk::State::current;
    ++chunk->left;
  }
  if (isEnd(chunk->free)) chunk->makeBlocks(salt);
  FreeBlock* block = chunk->take();
  if (!block) failDamagedBlock(chunk->free);
  if (ended) [[unlikely]] {
    leave();
    MemoryCount::flush();
  }
  return block;
}

void LocalSlabs::leave() noexcept {
  if (!heap) return;
  heap->collect();
  for (Chunk*& chunk : current) {
    Chunk* was = std::exchange(chunk, &noChunk);
    if (was == &noChunk) continue;
    NODECPP_ASSERT(was->state == Chunk::State::current && was->left > 0, was->state, was->left);
    if (isEnd(was->free) && !was->hasFresh()) {
      was->state = Chunk::State::full;
      was->left = 1;
      continue;
    }
    heap->list(was);
    if (--was->left == 0) heap->isEmpty(was);
  }
  tag = 0;
  std::exchange(heap, nullptr)->leave();
}

std::size_t slabBytesInUse() noexcept {
  if (!localSlabs.heap) return 0;
  localSlabs.heap->collect();
  return localSlabs.heap->usedBytes();
}

void shuffleAllocations(std::uint64_t seed) noexcept {
  localSlabs.salt = seed | 1;
  // Free blocks that were made before this call are shuffled, too.
  for (Chunk* chunk : localSlabs.current)
    if (chunk != &noChunk) chunk->shuffle(localSlabs.salt);
}

}  // namespace nodecpp::detail
