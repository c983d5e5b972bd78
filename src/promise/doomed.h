// What state.cpp and retract.cpp share.
#pragma once

#include <nodecpp/promise/state.h>

namespace nodecpp::detail {

// Drops what waits for states that nothing can settle any more. Does nothing while that is going on.
void dropDoomed() noexcept;

}  // namespace nodecpp::detail
