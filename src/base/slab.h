// What a replay, threads and the options ask of the slabs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nodecpp::detail {

// From here on new memory of this thread comes in an order drawn from `seed`, so that what hangs on the order of
// addresses comes out differently in each run.
void saltAllocations(std::uint64_t seed) noexcept;

// From here on, on all threads, what slabs give and take goes through base/memory_notes.h, too.
void noteSlabs() noexcept;

// Bytes of blocks that this thread's slabs have given out and not got back; what is too large for slabs is malloc's.
[[nodiscard]] std::size_t slabBytesInUse() noexcept;

// What this thread has goes to others when it ends. Called before anything else on a thread, so that it is what ends last
// there; on other threads it is called when they first need memory.
void keepThreadsMemory();

}  // namespace nodecpp::detail
