// Rejections that nobody handled: Node's behaviour with --unhandled-rejections=throw, its default.
// https://nodejs.org/docs/latest-v24.x/api/process.html#event-unhandledrejection
//
// The contract with the process floor, by the table of base/upward.h:
// - A promise that is rejected while nothing waits for it is remembered. When the microtasks have run (`rejections`, which
//   this floor fills in), each that is still without a handler goes to `unhandledRejection`; where that returns false, the
//   exception goes to `Loop::uncaught`. A reason that is no Error goes there as an Error with code
//   ERR_UNHANDLED_REJECTION and Node's text.
// - While `Loop::uncaught` is called from here, `Loop::uncaughtIsRejection` is set: the second argument of
//   uncaughtException is then "unhandledRejection".
// - A promise that gets its handler after it was told of goes to `rejectionHandled`; where that returns false, the
//   PromiseRejectionHandledWarning goes to `warning`.
// - What these throw leaves the loop's drain, and becomes an uncaughtException there.
#pragma once

#include <nodecpp/promise.h>

#include <vector>

#include "loop/loop.h"

namespace nodecpp::detail {

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
