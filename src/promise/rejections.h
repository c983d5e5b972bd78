// Rejections that nobody handled: Node's behaviour with --unhandled-rejections=throw, its default.
// https://nodejs.org/docs/latest-v24.x/api/process.html#event-unhandledrejection
//
// The contract with the process floor:
// - A promise that is rejected while nothing waits for it is remembered. When the microtasks have run
//   (LoopHooks::rejections, which this floor sets when a loop has its first promise), each that is still without a handler
//   goes to `RejectionHooks::unhandled`; where that is null or returns false, the exception goes to `Loop::uncaught`. A
//   reason that is no Error goes there as an Error with code ERR_UNHANDLED_REJECTION and Node's text.
// - While `Loop::uncaught` is called from here, `uncaughtIsRejection()` is true: the second argument of uncaughtException is
//   then "unhandledRejection".
// - A promise that gets its handler after it was told of goes to `RejectionHooks::handledLater`; where that is null or
//   returns false, the PromiseRejectionHandledWarning goes to `RejectionHooks::warning`.
// - What a hook throws leaves the loop's drain, and becomes an uncaughtException there.
#pragma once

#include <nodecpp/promise.h>

#include "loop/loop.h"

namespace nodecpp::detail {

struct RejectionHooks {
  // process.emit('unhandledRejection', reason, promise): whether somebody listened.
  bool (*unhandled)(Loop& loop, const Error& reason, const Promise<>& promise) = nullptr;
  // process.emit('rejectionHandled', promise).
  bool (*handledLater)(Loop& loop, const Promise<>& promise) = nullptr;
  // process.emitWarning(warning).
  void (*warning)(Loop& loop, const Error& warning) = nullptr;
};
// Set once by the process floor, for all loops.
extern constinit RejectionHooks rejectionHooks;

bool uncaughtIsRejection() noexcept;

// This floor's part of a loop.
struct PromiseFloor {
  std::vector<PromiseState*> pending;  // counted; null where a handler came in time
  std::uint32_t firstPending = 1;      // the number of pending[0]
  std::vector<PromiseState*> handledLater;  // counted
  bool ended = false;  // the loop goes: nothing is queued any more
};
PromiseFloor& makeFloor(Loop& loop);
inline PromiseFloor& floorOf(Loop& loop) {
  if (!loop.promiseState) [[unlikely]]
    return makeFloor(loop);
  return *static_cast<PromiseFloor*>(loop.promiseState);
}

void rejectedWithoutHandler(PromiseState* state);
void handlerAdded(PromiseState* state);

}  // namespace nodecpp::detail
