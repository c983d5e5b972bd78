#include "loop/loop.h"

#include <nodecpp/date.h>
#include <nodecpp/error.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "loop/random.h"
#include "loop/timer_internals.h"

namespace nodecpp::detail {

constinit thread_local Loop* Loop::current_ = nullptr;

void Loop::noLoop() {
  throw Error("The runtime is not running: put the program into nodecpp::run(argc, argv, [] { … })");
}

static const UpwardRegistration dateKnowsClock([](Upward& to) {
  to.wallClock = [] {
    Loop* loop = Loop::currentOrNull();
    return loop ? loop->port().clock.wallClock() : 0.0;
  };
});

static const UpwardRegistration mathKnowsRandom([](Upward& to) { to.random = nextRandom; });

static const UpwardRegistration jsonKnowsSeed([](Upward& to) {
  to.hashSeed = [] {
    Loop* loop = Loop::currentOrNull();
    return loop ? loop->hashSeed() : 0;
  };
});

namespace {
struct StackTraceLimit {
  double lines = 10;
};
constinit LoopLocal<StackTraceLimit> stackTraceLimit;
}  // namespace

static const UpwardRegistration errorsKnowTheirLimit([](Upward& to) {
  to.stackTraceLimit = [](const double* set) {
    if (set && Loop::currentOrNull()) stackTraceLimit->lines = *set;
    const StackTraceLimit* own = stackTraceLimit.find();
    return own ? own->lines : StackTraceLimit().lines;
  };
});

std::uint64_t Loop::hashSeed() noexcept {
  // The seed is drawn when it is first needed, so that programs without such tables draw the same random numbers as
  // before.
  if (hashSeed_ == 0) {
    port_.process.random(reinterpret_cast<char*>(&hashSeed_), sizeof hashSeed_);
    hashSeed_ |= 1;
  }
  return hashSeed_;
}

Loop::Loop(os::Port& port) : port_(port), start_(port.clock.hrtime()) {
  port.turns.onWake([](void* loop) { static_cast<Loop*>(loop)->updateNow(); }, this);
}

Loop::~Loop() { end(); }

void Loop::end() {
  NODECPP_ASSERT(isOnItsThread(), thread_, threadNumber);
  Loop* before = setCurrent(this);
  ends_ = true;
  port_.turns.onWake(nullptr, nullptr);
  context_ = nullptr;
  {
    Scope scope(*this);  // Objects dropped here may refer to each other, so they are freed together.
    dropQueued();
    while (auto* record = static_cast<ImmediateRecord*>(runningImmediate_)) {
      runningImmediate_ = record->next;
      record->callback = nullptr;
      record->self = nullptr;
    }
    while (firstImmediate_) clearImmediate(firstImmediate_);
    timers_.end();
    while (!numberedTimers.empty()) {
      Timer* timer = numberedTimers.begin()->second;
      numberedTimers.erase(numberedTimers.begin());
      timer->onLoopEnd();
    }
  }
  do {
    freeUnreferenced();
    dropQueued();
    // LoopLocals are destroyed last, because objects that are freed still use them.
    if (!hasUnreferenced() && !CycleCollector::collect()) destroyLocals();
  } while (hasUnreferenced() || !localsMade_.empty() || !atDestruction.empty() || !microtasks_.empty() ||
           !ticks_.empty() || CycleCollector::collect());
  NODECPP_ASSERT(!firstImmediate_ && !lastImmediate_ && !runningImmediate_);
  NODECPP_ASSERT(current_ == this);
  setCurrent(before);
}

// Freeing one thing may queue more: coroutine frames end from the inside out, and their clean-up starts operations that
// must not run any more.
void Loop::dropQueued() {
  while (!atDestruction.empty() || !microtasks_.empty() || !ticks_.empty()) {
    while (!atDestruction.empty()) {
      auto hook = atDestruction.front();
      atDestruction.pop_front();
      hook(*this);
    }
    while (!microtasks_.empty()) {
      Microtask task = microtasks_.takeFront();
      NODECPP_DEBUG_ASSERT(task.drop);
      task.drop(task.data);
    }
    while (!ticks_.empty()) {
      const Tick tick = ticks_.takeFront();
      const auto context = fromWord<Handle<Object>>(tick.context);
      tick.drop(tick.data);
    }
  }
}

void Loop::unqueueMicrotask(void* data) noexcept {
  NODECPP_ASSERT(data);  // Microtasks without an argument cannot be told apart.
  for (std::size_t i = 0; i < microtasks_.size(); ++i)
    if (microtasks_[i].data == data) microtasks_[i] = {[](void*) {}, [](void*) noexcept {}, nullptr};
}

void Loop::updateNow() {
  const std::uint64_t time = port_.clock.hrtime();
  NODECPP_ASSERT(time >= start_, time, start_);
  if (std::exchange(waiting_, false)) idleTime_ += time - time_;
  time_ = time;
  const double now = std::floor(double(time - start_) / 1e6);
  // The port's clock is monotonic. Timers would otherwise be due before they were armed.
  NODECPP_ASSERT(now >= now_, now, now_);
  now_ = now;
}

void Loop::cancelFlush(Flushable* flushable) {
  if (!flushable->toFlush_) return;
  NODECPP_ASSERT(firstToFlush_ && lastToFlush_);
  flushable->toFlush_ = false;
  --flushesQueued_;
  Flushable* previous = nullptr;
  for (Flushable* at = firstToFlush_; at; previous = at, at = at->nextToFlush_) {
    if (at != flushable) continue;
    (previous ? previous->nextToFlush_ : firstToFlush_) = at->nextToFlush_;
    if (lastToFlush_ == at) lastToFlush_ = previous;
    NODECPP_ASSERT(!firstToFlush_ == !lastToFlush_);
    return;
  }
  NODECPP_ASSERT(!"an object with the flag is in the list");
}

// Runs all ticks, then all microtasks, and again while either queue has entries, as Node does. Unhandled rejections are
// reported when both are empty, and may queue more.
void Loop::drain() {
  do {
    while (!ticks_.empty()) {
      const Tick tick = ticks_.takeFront();
      NODECPP_DEBUG_ASSERT(tick.run);
      enterContextOf(tick);
      tick.run(tick.data);
    }
    while (!microtasks_.empty()) {
      Microtask task = microtasks_.takeFront();
      NODECPP_DEBUG_ASSERT(task.run);
      endContext();
      try {
        task.run(task.data);
      } catch (const ProgramExit&) {
        throw;
      } catch (...) {
        uncaught(std::current_exception());
      }
    }
    endContext();
  } while (!ticks_.empty() || (promiseState && upward().rejections(*this)));
  NODECPP_DEBUG_ASSERT(ticks_.empty() && microtasks_.empty());
}

// Runs one slice of the collection of cyclic garbage, or several if the collector is behind the program's allocations.
void Loop::collectCircles() {
  // Inside of a nested callback, a function of the program may use references that the collector cannot see.
  NODECPP_ASSERT(depth_ == 1, depth_);
  std::size_t more = CycleCollector::slicesBehind();
  do
    if (CycleCollector::slice()) freeUnreferenced();
  while (more > 0 && --more > 0);
}

// Output is sent once, after all ticks and microtasks, so that the output of one callback leaves in one write.
void Loop::afterCallback() {
  NODECPP_DEBUG_ASSERT(depth_ == 1 && insideCallback(), depth_);
  do {
    do {
      try {
        drain();
      } catch (const ProgramExit&) {
        throw;
      } catch (...) {
        return callbackFailed(std::current_exception());
      }
      flushOutput();
    } while (!ticks_.empty() || !microtasks_.empty());
    freeUnreferenced();
    if (depth_ == 1 && CycleCollector::isDue()) collectCircles();
    // Freeing objects may resume a coroutine or write output. That must not wait for the next event.
  } while (!ticks_.empty() || !microtasks_.empty() || firstToFlush_);
}

void Loop::callbackFailed(const std::exception_ptr& error) {
  NODECPP_ASSERT(depth_ > 0 && insideCallback());
  uncaught(error);
  // As in Node: after an exception that was handled, ticks and microtasks wait for the next callback. An empty
  // immediate makes sure that there is one.
  startImmediateTick(*this);
  if (depth_ > 1) return;
  do {
    flushOutput();
    freeUnreferenced();
  } while (firstToFlush_);
  NODECPP_ASSERT(!lastToFlush_);
}

void Loop::runTicks() {
  NODECPP_DEBUG_ASSERT(depth_ > 0);
  ContextScope scope(*this, context_);
  try {
    drain();
  } catch (const ProgramExit&) {
    throw;
  } catch (...) {
    uncaught(std::current_exception());
  }
}

void Loop::flushOutput() {
  while (Flushable* flushable = firstToFlush_) {
    NODECPP_DEBUG_ASSERT(flushable->toFlush_ && lastToFlush_);
    firstToFlush_ = flushable->nextToFlush_;
    if (!firstToFlush_) lastToFlush_ = nullptr;
    flushable->toFlush_ = false;
    --flushesQueued_;
    flushable->flush();
  }
}

void Loop::uncaught(const std::exception_ptr& error) {
  NODECPP_ASSERT(bool(error));
  if (upward().uncaught) return upward().uncaught(*this, error);
  std::rethrow_exception(error);
}

void Loop::setImmediate(ImmediateObject* immediate) {
  auto* record = static_cast<ImmediateRecord*>(immediate);
  if (ends_) return;
  NODECPP_ASSERT(!record->self && !record->running);  // An immediate is queued once.
  NODECPP_ASSERT(!firstImmediate_ == !lastImmediate_);
  record->self = Handle<ImmediateRecord>(record);
  record->next = nullptr;
  record->previous = static_cast<ImmediateRecord*>(lastImmediate_);
  if (lastImmediate_)
    static_cast<ImmediateRecord*>(lastImmediate_)->next = record;
  else
    firstImmediate_ = record;
  lastImmediate_ = record;
  if (record->refed) ++refedImmediates_;
}

void Loop::clearImmediate(ImmediateObject* immediate) {
  auto* record = static_cast<ImmediateRecord*>(immediate);
  if (!record->self) return;
  record->callback = nullptr;
  NODECPP_ASSERT(!record->refed || refedImmediates_ > 0);
  if (record->refed) --refedImmediates_;
  record->refed = false;
  record->context = nullptr;
  // An immediate of the running round stays linked, and is skipped.
  if (record->running) return;
  NODECPP_ASSERT((record->previous ? record->previous->next : firstImmediate_) == record);
  NODECPP_ASSERT((record->next ? record->next->previous : lastImmediate_) == record);
  if (record->previous)
    record->previous->next = record->next;
  else
    firstImmediate_ = record->next;
  if (record->next)
    record->next->previous = record->previous;
  else
    lastImmediate_ = record->previous;
  record->self = nullptr;
}

void Loop::changeImmediateRef(ImmediateObject* immediate, bool on) {
  auto* record = static_cast<ImmediateRecord*>(immediate);
  // An immediate of the running round that was cleared is still linked, but it is not counted any more.
  if (record->self && record->callback && record->refed != on) {
    NODECPP_ASSERT(on || refedImmediates_ > 0);
    refedImmediates_ += on ? 1 : std::size_t(-1);
  }
  record->refed = on;
}

void Loop::runImmediates() {
  do {
    callbackThrew_ = false;
    NODECPP_ASSERT(!runningImmediate_);  // The round before is over, also when an exception has ended it.
    NODECPP_ASSERT(!firstImmediate_ == !lastImmediate_);
    runningImmediate_ = firstImmediate_;
    firstImmediate_ = lastImmediate_ = nullptr;
    for (auto* at = static_cast<ImmediateRecord*>(runningImmediate_); at; at = at->next) at->running = true;
    while (auto* record = static_cast<ImmediateRecord*>(runningImmediate_)) {
      NODECPP_ASSERT(record->running && record->self);
      Handle<ImmediateRecord> alive = std::move(record->self);
      runningImmediate_ = record->next;
      if (!record->callback) continue;
      NODECPP_ASSERT(!record->refed || refedImmediates_ > 0);
      if (record->refed) --refedImmediates_;
      record->refed = false;
      makeCallback([&] {
        enterContext(std::move(record->context));
        std::exchange(record->callback, nullptr)();
      });
    }
    // An immediate that has run or was cleared is counted no more, or the loop would never end.
    NODECPP_DEBUG_ASSERT(firstImmediate_ || refedImmediates_ == 0, refedImmediates_);
    // When an exception has ended a round, Node processes its queue again at once, and finds the next round's
    // immediates in it.
  } while (callbackThrew_);
}

void Loop::runPending() {
  NODECPP_ASSERT(depth_ == 0, depth_);
  std::deque<Closing> now;
  now.swap(pending_);
  for (const Closing& pending : now) makeCallback([&] { pending.run(pending.data); });
}

void Loop::runClosing() {
  NODECPP_ASSERT(depth_ == 0, depth_);
  // As in libuv, the handle that was closed last gets its callback first.
  std::deque<Closing> now;
  now.swap(closing_);
  for (auto at = now.rbegin(); at != now.rend(); ++at) makeCallback([&] { at->run(at->data); });
}

void Loop::runTimers() {
  NODECPP_ASSERT(depth_ == 0, depth_);
  callbackThrew_ = false;
  bool any = false;
  timers_.runDue(now_, [&](auto&& f) {
    any = true;
    makeCallback(f);
  });
  if (callbackThrew_) runRemainingTicks();
  // The timers took time, which the next wait must not wait for again.
  if (any) updateNow();
}

void Loop::runRemainingTicks() {
  if (!ticks_.empty() || !microtasks_.empty()) makeCallback([] {});
}

bool Loop::alive() {
  return refs_ != 0 || refedImmediates_ != 0 || !closing_.empty() || !pending_.empty() || port_.turns.busy();
}

double Loop::nextDeadline() {
  if (refedImmediates_ != 0 || !closing_.empty() || !pending_.empty()) return 0;
  return timers_.nextExpiry();
}

void Loop::turn(bool mayWait) {
  // A turn inside of a callback would run callbacks that the program does not expect in the middle of its own.
  NODECPP_ASSERT(depth_ == 0 && !ends_, depth_, ends_);
  NODECPP_ASSERT(isOnItsThread() && current_ == this);
  if (!pending_.empty()) runPending();
  // The wait of the poll phase ends at the next timer. It does not wait if nothing keeps the loop alive.
  int timeout = 0;
  double deadline = nextDeadline();
  if (mayWait && deadline > 0) {
    if (!alive())
      timeout = 0;
    else if (std::isinf(deadline))
      timeout = -1;
    else
      timeout = int(std::clamp(deadline - now_, 0.0, 2147483647.0));
  }
  NODECPP_ASSERT(timeout >= -1 && (timeout == 0 || mayWait), timeout, mayWait);
  ++turns_;
  waiting_ = timeout != 0;
  port_.turns.wait(timeout);
  waiting_ = false;
  // The port has pushed each result as a callback, and all of these have returned.
  NODECPP_ASSERT(depth_ == 0 && current_ == this, depth_);
  // libuv's number of rounds: callbacks that the poll phase has left pending run now, but not for ever.
  for (int i = 0; i < 8 && !pending_.empty(); ++i) runPending();
  if (firstImmediate_) {
    // As in Node, ticks and microtasks that an exception has left are run once before the first immediate.
    runRemainingTicks();
    runImmediates();
  }
  if (!closing_.empty()) runClosing();
  updateNow();
  runTimers();
}

void Loop::run() {
  NODECPP_ASSERT(current_ == this && !ends_);
  updateNow();
  if (runTime_ == 0) runTime_ = time_;
  runTimers();
  while (alive()) turn(true);
}

}  // namespace nodecpp::detail
