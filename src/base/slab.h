// What a replay, threads and the options ask of the slabs.
#pragma once

#include <cstdint>

namespace nodecpp::detail {

// From here on new memory of this thread comes in an order drawn from `seed`, so that what hangs on the order of
// addresses comes out differently in each run.
void saltAllocations(std::uint64_t seed) noexcept;

// What this thread has goes to others when it ends. Called before anything else on a thread, so that it is what ends last
// there; on other threads it is called when they first need memory.
void keepThreadsMemory();

}  // namespace nodecpp::detail
