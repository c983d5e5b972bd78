// What a replay asks of the slabs.
#pragma once

#include <cstdint>

namespace nodecpp::detail {

// From here on new memory of this thread comes in an order drawn from `seed`, so that what hangs on the order of
// addresses comes out differently in each run.
void saltAllocations(std::uint64_t seed) noexcept;

}  // namespace nodecpp::detail
