// Declarations that promise_state.cpp and retract.cpp share.
#pragma once

#include <nodecpp/promise/promise_state.h>

namespace nodecpp::detail {

struct WaitingFrame;
// The frame that the running microtask has resumed. Null when that frame has ended.
extern constinit thread_local WaitingFrame* resumedFrame;

// Drops the reactions of states that nothing can settle any more. Does nothing when such a call is running already.
void dropQueuedStates() noexcept;

}  // namespace nodecpp::detail
