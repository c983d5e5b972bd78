// What a replay and threads ask of the slabs.
#pragma once

#include <cstdint>

namespace nodecpp::detail {

// From here on new memory of this thread comes in an order drawn from `seed`, so that what hangs on the order of
// addresses comes out differently in each run.
void saltAllocations(std::uint64_t seed) noexcept;

// What this thread keeps of the memory that it has freed goes to others when it ends. Called before anything else on a
// thread, so that it is what ends last there.
void keepThreadsMemory();

}  // namespace nodecpp::detail
