// Handles rejections without a handler as Node does with --unhandled-rejections=throw, its default.
// https://nodejs.org/docs/latest-v24.x/api/process.html#event-unhandledrejection
//
// The contract with the process floor, through the table of upward calls in base/upward_calls.h:
//
// - A promise that is rejected while nothing waits for it is remembered. After the microtasks have run (`rejections`,
// which
//   this floor fills in), each such promise that is still without a handler is passed to `unhandledRejection`. If that
//   returns false, the exception is passed to `Loop::uncaught`. A reason that is not an Error is replaced by an Error
//   with the code ERR_UNHANDLED_REJECTION and Node's text.
// - While `Loop::uncaught` is called from here, `Loop::uncaughtIsRejection` is set: the second argument of
//   uncaughtException is then "unhandledRejection".
// - A promise that gets a handler after `unhandledRejection` was called is passed to `rejectionHandled`. If that
// returns
//   false, a PromiseRejectionHandledWarning is passed to `warning`.
// - What these functions throw leaves the loop's drain, and becomes an uncaughtException there.
#pragma once

#include <nodecpp/promise.h>

#include <vector>

#include "loop/loop.h"

namespace nodecpp::detail {

// A rejection without a handler, and the context in which it happened, in which the program is told of it.
struct PendingRejection {
  PromiseState* state;
  Handle<Object> context;
};

// The part of an event loop that belongs to the promise floor.
struct PromiseFloor {
  // Holds a reference to each state. The state is null when a handler was added in time.
  std::vector<PendingRejection> pending;
  std::uint32_t firstPending = 1;  // The number of the rejection in pending[0].
  // The rejected promises that got a handler after the program was told of them. Holds a reference to each state.
  std::vector<PromiseState*> handledLater;
  bool ended = false;  // The loop is being destroyed, so no rejection is queued any more.
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
