// What state.cpp and retract.cpp share.
#pragma once

#include <nodecpp/promise/state.h>

namespace nodecpp::detail {

struct WaitingFrame;
// The frame that the running microtask has resumed; null where it has ended.
extern constinit thread_local WaitingFrame* resumedFrame;

// Drops what waits for states that nothing can settle any more. Does nothing while that is going on.
void dropDoomed() noexcept;

}  // namespace nodecpp::detail
