#include "loop/loop.h"

#include <nodecpp/error.h>

#include <cmath>
#include <limits>

#include "loop/immediate.h"

namespace nodecpp::detail {

constinit thread_local Loop* Loop::current_ = nullptr;

void Loop::noLoop() {
  throw Error("The runtime is not running: put the program into nodecpp::run(argc, argv, [] { … })");
}

Loop::Loop(os::Port& port) : port_(port), start_(port.hrtime()) {}

Loop::~Loop() { end(); }

void Loop::end() {
  enter();  // what goes here may refer to what goes later: freed together
  for (auto hook : atDestruction) hook(*this);
  atDestruction.clear();
  for (const Microtask& task : microtasks_) task.drop(task.data);
  microtasks_.clear();
  ticks_.clear();
  while (firstImmediate_) clearImmediate(firstImmediate_);
  --depth_;
  leaveCallback();
  freeUnreferenced();
}

void Loop::updateNow() { now_ = std::floor(double(port_.hrtime() - start_) / 1e6); }

void Loop::cancelFlush(Flushable* flushable) {
  if (!flushable->toFlush_) return;
  flushable->toFlush_ = false;
  Flushable* previous = nullptr;
  for (Flushable* at = firstToFlush_; at; previous = at, at = at->nextToFlush_) {
    if (at != flushable) continue;
    (previous ? previous->nextToFlush_ : firstToFlush_) = at->nextToFlush_;
    if (lastToFlush_ == at) lastToFlush_ = previous;
    return;
  }
}

void Loop::drain() {
  do {
    while (!ticks_.empty()) {
      Function<void()> tick = std::move(ticks_.front());
      ticks_.pop_front();
      tick();
    }
    while (!microtasks_.empty()) {
      Microtask task = microtasks_.front();
      microtasks_.pop_front();
      try {
        task.run(task.data);
      } catch (const ProgramExit&) {
        throw;
      } catch (...) {
        uncaught(std::current_exception());
      }
    }
  } while (!ticks_.empty() || (hooks.rejections && hooks.rejections(*this)));
}

void Loop::afterCallback() {
  do {
    try {
      drain();
    } catch (const ProgramExit&) {
      abandon();
      throw;
    } catch (...) {
      // As in Node: after an exception in a tick that was handled, the other ticks wait for the next callback, and an
      // empty immediate sees to it that there is one.
      uncaught(std::current_exception());
      startImmediateTick(*this);
      flushOutput();
      break;
    }
    flushOutput();
  } while (!ticks_.empty() || !microtasks_.empty());
  freeUnreferenced();
}

void Loop::flushOutput() {
  while (Flushable* flushable = firstToFlush_) {
    firstToFlush_ = flushable->nextToFlush_;
    if (!firstToFlush_) lastToFlush_ = nullptr;
    flushable->toFlush_ = false;
    flushable->flush();
  }
}

void Loop::uncaught(const std::exception_ptr& error) {
  if (hooks.uncaught) return hooks.uncaught(*this, error);
  std::rethrow_exception(error);
}

void Loop::setImmediate(ImmediateObject* immediate) {
  auto* record = static_cast<ImmediateRecord*>(immediate);
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
  if (record->refed) --refedImmediates_;
  record->refed = false;
  // One of the round that is running stays linked there and is passed over.
  if (record->running) return;
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
  if (record->self && record->refed != on) refedImmediates_ += on ? 1 : std::size_t(-1);
  record->refed = on;
}

void Loop::runImmediates() {
  auto* record = static_cast<ImmediateRecord*>(firstImmediate_);
  firstImmediate_ = lastImmediate_ = nullptr;
  for (auto* at = record; at; at = at->next) at->running = true;
  while (record) {
    Handle<ImmediateRecord> alive = std::move(record->self);
    if (record->callback) {
      if (record->refed) --refedImmediates_;
      record->refed = false;
      makeCallback([&] { std::exchange(record->callback, nullptr)(); });
    }
    record = record->next;
  }
}

void Loop::runQueue(std::deque<Closing>& queue) {
  std::deque<Closing> now;
  now.swap(queue);
  for (const Closing& closing : now) makeCallback([&] { closing.run(closing.data); });
}

bool Loop::alive() {
  return refs_ != 0 || refedImmediates_ != 0 || !closing_.empty() || !pending_.empty() || port_.busy();
}

double Loop::nextDeadline() {
  if (refedImmediates_ != 0 || !closing_.empty() || !pending_.empty()) return 0;
  return timers_.nextExpiry();
}

void Loop::turn(bool mayWait) {
  if (!pending_.empty()) runQueue(pending_);
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
  port_.wait(timeout);
  updateNow();
  // What an exception left in the queues runs before the first immediate, as in Node.
  if (!ticks_.empty() || !microtasks_.empty()) afterCallback();
  if (firstImmediate_) runImmediates();
  if (!closing_.empty()) runQueue(closing_);
  updateNow();
  timers_.runDue(now_, [this](auto&& f) { makeCallback(f); });
}

void Loop::run() {
  updateNow();
  timers_.runDue(now_, [this](auto&& f) { makeCallback(f); });
  while (alive()) turn(true);
}

}  // namespace nodecpp::detail
