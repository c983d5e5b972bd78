#include <vector>

#include "promise/rejections.h"

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "loop/loop.h"

namespace nodecpp::detail {

namespace {

// Stands in for the floor of loops that have been destroyed but whose last microtasks are still being dropped.
PromiseFloor& endedFloor() {
  static PromiseFloor floor{{}, 1, {}, true};
  return floor;
}

// Returns the text for a reason that is not an Error, as Node prints it in the message below.
String describe(const std::exception_ptr& reason) {
  try {
    std::rethrow_exception(reason);
  } catch (const Error&) {
    return "undefined";
  } catch (const String& text) {
    return text;
  } catch (const char* text) {
    return text;
  } catch (int number) {
    return str(number);
  } catch (double number) {
    return str(number);
  } catch (bool value) {
    return value ? "true" : "false";
  } catch (...) {
    return "#<Object>";
  }
}

bool isErrorLike(const std::exception_ptr& reason) {
  try {
    std::rethrow_exception(reason);
  } catch (const Error& error) {
    return bool(error);
  } catch (const std::exception&) {
    return true;
  } catch (...) {
    return false;
  }
}

// The error's class is Error, but it prints as UnhandledPromiseRejection, as Node's does.
std::exception_ptr unhandledRejection(const std::exception_ptr& reason) {
  Error error(
      "This error originated either by throwing inside of an async function without a catch block, or by rejecting a "
      "promise which was not handled with .catch(). The promise rejected with the reason \"" +
      describe(reason) + "\".");
  error->code = "ERR_UNHANDLED_REJECTION";
  error->name = "UnhandledPromiseRejection";
  error->stack.setHeader(error->name + ": " + error->message);
  return std::make_exception_ptr(error);
}

Promise<> counted(PromiseState* state) { return Promise<>(state); }

void emitHandledLater(Loop& loop, PromiseState* state) {
  NODECPP_ASSERT(state->outcome == Outcome::rejected && state->reported && state->handled);
  Promise<> promise = counted(state);
  if (upward().rejectionHandled && upward().rejectionHandled(loop, promise)) return;
  if (!upward().warning) return;
  Error warning("Promise rejection was handled asynchronously (rejection id: " + str(state->rejection) + ")");
  warning->name = "PromiseRejectionHandledWarning";
  warning->stack.setHeader(warning.toString());
  upward().warning(warning);
}

void emitUnhandled(Loop& loop, PromiseState* state) {
  NODECPP_ASSERT(state->outcome == Outcome::rejected && state->refs > 0, state->outcome, state->refs);
  NODECPP_ASSERT(!state->reported && state->rejection != 0, state->reported, state->rejection);
  Promise<> promise = counted(state);
  state->reported = true;
  std::exception_ptr reason = state->error;
  if (upward().unhandledRejection && upward().unhandledRejection(loop, errorFrom(reason), promise)) return;
  struct Flag {
    explicit Flag(Loop& l) : loop(l) { loop.uncaughtIsRejection = true; }
    ~Flag() { loop.uncaughtIsRejection = false; }
    Loop& loop;
  } flag(loop);
  loop.uncaught(isErrorLike(reason) ? reason : unhandledRejection(reason));
}

// Returns whether any listener was called, so that the loop runs the nextTick queue and the microtasks again.
bool processRejections(Loop& loop) {
  if (!loop.promiseState) return false;
  PromiseFloor& floor = floorOf(loop);
  NODECPP_DEBUG_ASSERT(!floor.ended || (floor.handledLater.empty() && floor.pending.empty()));
  if (floor.handledLater.empty() && floor.pending.empty()) return false;
  bool called = !floor.handledLater.empty();
  while (!floor.handledLater.empty()) {
    PromiseState* state = floor.handledLater.front();
    floor.handledLater.erase(floor.handledLater.begin());
    emitHandledLater(loop, state);
  }
  std::vector<PendingRejection> pending = std::move(floor.pending);
  floor.pending.clear();
  floor.firstPending += std::uint32_t(pending.size());
  // A listener that throws ends the round, as in Node. The promises that were not reported are released.
  struct Rest {
    std::vector<PendingRejection>& all;
    std::size_t next = 0;
    ~Rest() {
      for (; next < all.size(); ++next)
        if (PromiseState* state = all[next].state) release(state);
    }
  } rest{pending};
  while (rest.next < pending.size()) {
    PendingRejection& rejection = pending[rest.next++];
    PromiseState* state = rejection.state;
    if (!state) continue;
    called = true;
    loop.enterContext(std::move(rejection.context));
    emitUnhandled(loop, state);
  }
  return called || !floor.pending.empty();
}

void endRejections(Loop& loop) {
  auto* floor = static_cast<PromiseFloor*>(loop.promiseState);
  NODECPP_ASSERT(floor && !floor->ended && loop.ends());
  loop.promiseState = &endedFloor();
  for (const PendingRejection& rejection : floor->pending)
    if (rejection.state) release(rejection.state);
  for (PromiseState* state : floor->handledLater) release(state);
  delete floor;
}

const UpwardRegistration loopTellsOfRejections([](Upward& to) { to.rejections = processRejections; });

}  // namespace

PromiseFloor& makeFloor(Loop& loop) {
  NODECPP_ASSERT(!loop.promiseState);
  loop.promiseState = new PromiseFloor;
  loop.atDestruction.push_back(endRejections);
  return *static_cast<PromiseFloor*>(loop.promiseState);
}

void rejectedWithoutHandler(PromiseState* state) {
  Loop* loop = Loop::currentOrNull();
  if (!loop) return;
  PromiseFloor& floor = floorOf(*loop);
  if (floor.ended) return;
  NODECPP_ASSERT(state->outcome == Outcome::rejected && !state->handled, state->outcome, state->handled);
  NODECPP_ASSERT(state->rejection == 0, state->rejection);
  state->rejection = floor.firstPending + std::uint32_t(floor.pending.size());
  retain(state);
  floor.pending.push_back({state, loop->context()});
}

void handlerAdded(PromiseState* state) {
  Loop* loop = Loop::currentOrNull();
  if (!loop) return;
  PromiseFloor& floor = floorOf(*loop);
  NODECPP_ASSERT(state->outcome == Outcome::rejected && state->handled, state->outcome, state->handled);
  if (floor.ended || state->rejection == 0) return;
  if (state->reported) {
    retain(state);
    floor.handledLater.push_back(state);
    return;
  }
  std::uint32_t index = state->rejection - floor.firstPending;
  if (index >= floor.pending.size() || floor.pending[index].state != state) return;
  floor.pending[index] = {};
  NODECPP_ASSERT(state->refs > 1, state->refs);
  release(state);  // The state stays alive, because the caller that adds the handler holds another reference.
}

}  // namespace nodecpp::detail
