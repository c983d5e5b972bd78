// Internal declarations of promises that both promise_state.cpp and retract.cpp use: the frame that is being resumed,
// and the clean-up of promises that can never be settled.
#pragma once

#include <nodecpp/promise/promise_state.h>

namespace nodecpp::detail {

struct WaitingFrame;
// The coroutine frame that the running microtask has resumed. Null when that frame has ended.
extern constinit thread_local WaitingFrame* resumedFrame;

// Drops the reactions (the waiting callbacks and coroutines) of promises that nothing can settle any more. Does nothing
// when a call of this function is running already.
void dropQueuedStates() noexcept;

}  // namespace nodecpp::detail
