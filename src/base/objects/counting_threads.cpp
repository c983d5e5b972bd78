// Debug builds, including those of the sanitizers, remember which thread has counted the references to an object. The
// counts are not atomic, so a copy of a global text that a second thread makes may later lead to a use after free. An
// object is forgotten when it is freed, or when it goes to another thread as a value (base/objects/thread_transfer.cpp).
//
// The table has one entry for each hash of an address, and newer entries overwrite older ones. A lost entry means that
// a mistake is not noticed this time. The table needs no lock, since each entry is one word.
#include <nodecpp/safety.h>

#ifdef NODECPP_COUNTING_THREADS

#include <atomic>

#include "base/errors/fatal.h"
#include "base/memory/chunks.h"

namespace nodecpp::detail {

namespace {
constexpr std::size_t places = std::size_t(1) << 18;
constexpr std::size_t threadBits = 16;
constinit std::atomic<std::uint64_t> table[places];

// Two reference counts are never in the same granule of the slabs, so the granule identifies the count.
std::uint64_t granuleOf(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory) / granule; }
std::atomic<std::uint64_t>& placeOf(std::uint64_t which) { return table[(which * 0x9E3779B97F4A7C15) >> 46]; }
}  // namespace

void checkCountingThread(const void* refs) noexcept {
  const std::uint64_t which = granuleOf(refs);
  const std::uint64_t mine = which << threadBits | threadNumber;
  auto& place = placeOf(which);
  const std::uint64_t there = place.load(std::memory_order_relaxed);
  if (there == mine) return;
  if (NODECPP_FAILS(countOfOtherThread, there >> threadBits == which))
    fatalError("a text, list, function or handle was copied that belongs to another thread: between threads go messages, "
               "which are copies, and perThread<T> gives each thread its own");
  place.store(mine, std::memory_order_relaxed);
}

void forgetCountingThreads(const void* memory, std::size_t bytes) noexcept {
  // Only the beginning of a large block contains a reference count.
  const std::uint64_t first = granuleOf(memory);
  const std::uint64_t end = first + (bytes <= maxSlabBytes ? (bytes + granule - 1) / granule : 1);
  for (std::uint64_t at = first; at != end; ++at) {
    auto& place = placeOf(at);
    if (place.load(std::memory_order_relaxed) >> threadBits == at) place.store(0, std::memory_order_relaxed);
  }
}

}  // namespace nodecpp::detail

#endif
