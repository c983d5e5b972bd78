// Declarations that state.cpp and retract.cpp share.
#pragma once

#include <nodecpp/promise/state.h>

namespace nodecpp::detail {

struct WaitingFrame;
// The frame that the running microtask has resumed. Null when that frame has ended.
extern constinit thread_local WaitingFrame* resumedFrame;

// Drops the reactions of states that nothing can settle any more. Does nothing when such a call is running already.
void dropDoomed() noexcept;

}  // namespace nodecpp::detail
