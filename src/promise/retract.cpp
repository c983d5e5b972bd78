// Retraction goes down a chain of states: each state is asked to end the operation or coroutine that would settle it,
// and may answer with a state that has to end first. The way back up needs no code: when an operation or coroutine has
// ended, it releases its state, and then the frames that wait for that state end.
#include <nodecpp/promise.h>

#include "base/assertion.h"
#include "base/errors/call_stack.h"
#include "base/upward_calls.h"
#include "loop/loop.h"
#include "promise/dropped_states.h"
#include "promise/rejections.h"

namespace nodecpp {

void Rejector::withStack(const Error& error) const {
  std::source_location awaits[32];
  if (state_) error->stack.awaitedAt({awaits, detail::WaitingFrame::awaiting(state_, awaits, std::size(awaits))});
  (*this)(error);
}

}  // namespace nodecpp

namespace nodecpp::detail {

PromiseState leafState(0);

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"

// The offsets that tools/gdb/nodecpp.py uses. It finds waiting frames by the address in their member `drop`. It
// therefore needs neither the running program nor its debugging information, and works with a core file as well.
struct DebuggerLayout {
  std::uint64_t version;
  std::uint64_t drop, on, next, frame, where;  // The offsets of members in a WaitingFrame.
  std::uint64_t settlers, bytes, first;        // The offsets of members in a PromiseState.
  void (*dropOfFrame)(void*) noexcept;
  const PromiseState* leaf;
  const Reaction* queued;

  static const DebuggerLayout ours;
};
constinit const DebuggerLayout DebuggerLayout::ours{
    .version = 1,
    .drop = offsetof(WaitingFrame, drop),
    .on = offsetof(WaitingFrame, on),
    .next = offsetof(WaitingFrame, next),
    .frame = offsetof(WaitingFrame, frame),
    .where = offsetof(WaitingFrame, where),
    .settlers = offsetof(PromiseState, settlers),
    .bytes = offsetof(PromiseState, bytes),
    .first = offsetof(PromiseState, first),
    .dropOfFrame = WaitingFrame::destroy,
    .leaf = &leafState,
    .queued = &queuedReaction,
};
extern "C" {
[[gnu::used, gnu::retain]] constinit const DebuggerLayout* nodecpp_debugger_promises = &DebuggerLayout::ours;
}

#pragma clang diagnostic pop

void destructorThrew() noexcept {
  String what = errorFrom(std::current_exception()).toString();
  if (Loop* loop = Loop::currentOrNull()) {
    loop->port().process.writeStandard(2, "A destructor threw while its coroutine was ended: " + what + "\n");
    loop->port().process.abort();
  }
  std::terminate();
}

namespace {

void destroy(std::coroutine_handle<> frame) noexcept {
  try {
    frame.destroy();
  } catch (...) {
    destructorThrew();
  }
}

}  // namespace

void WaitingFrame::end() noexcept {
  NODECPP_ASSERT(bool(frame));
  on = nullptr;
  nodecpp::detail::destroy(std::exchange(frame, nullptr));
}

constinit thread_local WaitingFrame* resumedFrame = nullptr;

namespace {

struct Resumed {
  explicit Resumed(WaitingFrame* frame) noexcept : before(std::exchange(resumedFrame, frame)) {}
  ~Resumed() { resumedFrame = before; }
  Resumed(const Resumed&) = delete;
  WaitingFrame* before;
};

// A resumed coroutine is called by a microtask and not by the coroutines that wait for it. The stack of an Error gets
// those from the resumed frame.
const UpwardRegistration errorsKnowWhoAwaits([](Upward& to) {
  to.awaitingCalls = [](std::source_location* out, std::size_t most) {
    return resumedFrame ? WaitingFrame::awaiting(resumedFrame->own, out, most) : 0;
  };
});

}  // namespace

std::size_t WaitingFrame::awaiting(const PromiseState* state, std::source_location* out, std::size_t most) noexcept {
  std::size_t count = 0;
  while (state && count < most && state->first && state->first->drop == destroy) {
    auto* waiter = static_cast<WaitingFrame*>(state->first);
    out[count++] = waiter->where;
    state = waiter->own;
  }
  return count;
}

void WaitingFrame::resume(void* reaction) {
  auto* waiter = static_cast<WaitingFrame*>(static_cast<Reaction*>(reaction));
  NODECPP_DEBUG_ASSERT(waiter->on);  // Null means that the frame runs already.
  // The frame was retracted while it was in the microtask queue. `on` then holds a reference to its own state.
  if (!waiter->frame) [[unlikely]]
    return release(waiter->on);
  NODECPP_DEBUG_ASSERT(waiter->on == &leafState || waiter->on->outcome != Outcome::pending);
  waiter->on = nullptr;
  Resumed resumed(waiter);
  waiter->frame.resume();
}

void WaitingFrame::destroy(void* reaction) noexcept {
  auto* waiter = static_cast<WaitingFrame*>(static_cast<Reaction*>(reaction));
  if (waiter->frame) return waiter->end();
  NODECPP_ASSERT(waiter->on && waiter->on->refs > 0);
  release(waiter->on);
}

PromiseState* retractFrame(PromiseState* own, WaitingFrame* waiter, void (*whenEnded)(void*)) noexcept {
  PromiseState* on = waiter->on;
  NODECPP_ASSERT(own->retracting && own->outcome == Outcome::pending, own->retracting, own->outcome);
  // A running frame sees at its next co_await that it is being retracted. After co_return, `on` is the promise that it
  // returned.
  if (!on || own->resolved) return nullptr;
  if (waiter->next == &queuedReaction) {
    // The microtask will find no frame to resume, and only releases the header.
    NODECPP_ASSERT(bool(waiter->frame));
    InContextOf scope(waiter);
    retain(waiter->on = own);
    destroy(std::exchange(waiter->frame, nullptr));
    return nullptr;
  }
  if (on != &leafState) {
    // A frame that is not in the queue is in the list of the state that it waits for.
    NODECPP_ASSERT(on->outcome == Outcome::pending || on->isQueuedForDrop, on->outcome);
    // The awaited promise is retracted with the frame if only the co_await, and perhaps a variable of the frame, holds
    // it.
    if (isRetractable(on) && isHeldOnlyBy(on, 1 + own->awaitsOwn)) {
      waiter->run = whenEnded;
      return on;
    }
    InContextOf scope(waiter);
    unlink(on, waiter);
    waiter->end();
    return nullptr;
  }
  InContextOf scope(waiter);
  waiter->end();
  return nullptr;
}

void suspendRetracted(PromiseState* own, WaitingFrame* waiter, PromiseState* on) noexcept {
  NODECPP_ASSERT(own->retracting && own->retract && waiter->on == on);
  if (!std::exchange(on->handled, true) && on->outcome == Outcome::rejected) handlerAdded(on);
  if (on->outcome != Outcome::pending) return waiter->end();
  keepContext(waiter);
  link(on, waiter);
  retain(own);
  if (PromiseState* next = own->retract(own)) retract(next);
  release(own);
}

void suspendRetracted(PromiseState* own, WaitingFrame* waiter) noexcept {
  NODECPP_ASSERT(own->retracting && own->retract && waiter->frame);
  waiter->next = nullptr;
  waiter->on = &leafState;
  keepContext(waiter);
  retain(own);
  if (PromiseState* next = own->retract(own)) retract(next);
  release(own);
}

void endRetracted(PromiseState* own, WaitingFrame* waiter) noexcept {
  NODECPP_ASSERT(own->retracting && own->outcome == Outcome::pending, own->retracting, own->outcome);
  NODECPP_ASSERT(waiter->on && waiter->on->outcome != Outcome::pending);
  std::exception_ptr error;
  if (waiter->on->outcome == Outcome::rejected) error = waiter->on->error;
  ++own->settlers;  // The settler that belongs to the frame is dropped with the frame.
  waiter->end();
  if (error) reject(own, std::move(error));
  dropSettler(own);
  dropQueuedStates();
}

void retract(PromiseState* state) noexcept {
  while (state && isRetractable(state) && !state->retracting) {
    NODECPP_ASSERT(state->refs > 0 && state->settlers > 0, state->refs, state->settlers);
    state->retracting = true;
    state = state->retract(state);
  }
  dropQueuedStates();
}

}  // namespace nodecpp::detail
