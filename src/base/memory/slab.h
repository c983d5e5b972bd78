// The functions of the slab allocator for replays, threads and run-time options.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nodecpp::detail {

// From now on new memory of this thread comes in an order that depends on `seed`. A dependence of a program on the
// order of addresses then shows itself, because it differs from run to run.
void shuffleAllocations(std::uint64_t seed) noexcept;

// From now on, on all threads, each allocation of the slabs is also reported to base/memory/memory_notes.h.
void noteSlabs() noexcept;

// The number of bytes in the blocks that this thread's slabs have given out and that were not freed yet. Blocks that
// are too large for slabs are not counted.
[[nodiscard]] std::size_t slabBytesInUse() noexcept;

// Makes the thread pass its heap on to other threads when it ends. Called first on a new thread, so that its destructor
// runs last. Otherwise it is called when the thread first needs memory.
void keepThreadsMemory();

}  // namespace nodecpp::detail
