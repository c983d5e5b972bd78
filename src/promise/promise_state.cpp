#include <nodecpp/promise.h>

#include <typeinfo>

#include "base/assertion.h"
#include "loop/loop.h"
#include "promise/dropped_states.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

constinit Reaction queuedReaction{nullptr, nullptr};

namespace {

// The states that can no longer be settled and whose reactions are to be dropped. Dropping happens in a microtask of
// its own, because destructors of a program's frames must not run in the middle of the call that released the last
// resolving function.
struct DropQueue {
  PromiseState* first;
  PromiseState* last;
  bool dropping;
  bool queued;
};
constinit thread_local DropQueue dropQueue{};

struct Unreferenced {
  PromiseState* first;
  bool freeing;
};
constinit thread_local Unreferenced unreferenced{};

// Returns null when there is no loop, or when the loop is ending.
Loop* currentLoopIfAlive() noexcept {
  Loop* loop = Loop::currentOrNull();
  return loop && !loop->ends() ? loop : nullptr;
}

// Run and drop a reaction from the microtask queue in its context. The queue ends the context after each microtask.
void runInContext(void* data) {
  auto* reaction = static_cast<Reaction*>(data);
  Loop::current().enterContext(std::exchange(reaction->context, nullptr));
  reaction->run(reaction);
}
void dropInContext(void* data) noexcept {
  auto* reaction = static_cast<Reaction*>(data);
  InContextOf scope(reaction);
  reaction->drop(reaction);
}
Microtask microtaskOf(Reaction* reaction) noexcept {
  if (reaction->context) [[unlikely]]
    return {runInContext, dropInContext, reaction};
  return {reaction->run, reaction->drop, reaction};
}

// While the loop ends, reactions are dropped and not run. They still go through the microtask queue, because
// destructors of the program's frames must not run in the middle of the call that woke a frame, settled a promise or
// released the last resolving function.
void queueIn(Loop& loop, Reaction* reaction) {
  reaction->next = &queuedReaction;
  Microtask task = microtaskOf(reaction);
  if (loop.ends()) task.run = task.drop;
  loop.queueMicrotask(task);
}

}  // namespace

// Destroying a frame releases the state that it was to settle, and that state is appended to this list. A chain of any
// length therefore ends from the inside out without recursion.
void dropQueuedStates() noexcept {
  dropQueue.queued = false;
  if (dropQueue.dropping) return;
  dropQueue.dropping = true;
  while (PromiseState* state = dropQueue.first) {
    NODECPP_ASSERT(state->isQueuedForDrop && state->refs > 0, state->refs);
    // Only a state that nothing can settle is doomed, or a settled one whose reactions come too late for the loop.
    NODECPP_ASSERT(state->outcome != Outcome::pending || state->abandoned);
    dropQueue.first = state->nextToDrop;
    state->nextToDrop = nullptr;
    state->isQueuedForDrop = false;
    while (Reaction* reaction = state->first) {
      InContextOf scope(reaction);
      unlink(state, reaction);
      reaction->next = &queuedReaction;  // what it lets go may retract it: it ends already
      reaction->drop(reaction);
    }
    release(state);
  }
  dropQueue.dropping = false;
}

namespace {

void queueForDrop(PromiseState* state) noexcept {
  if (state->isQueuedForDrop) return;
  NODECPP_ASSERT(state->refs > 0 && (state->outcome != Outcome::pending || state->settlers == 0), state->refs,
                 state->settlers);
  NODECPP_ASSERT(!dropQueue.first ||
                 (dropQueue.last && dropQueue.last->isQueuedForDrop && !dropQueue.last->nextToDrop));
  state->isQueuedForDrop = true;
  retain(state);
  state->nextToDrop = nullptr;
  (dropQueue.first ? dropQueue.last->nextToDrop : dropQueue.first) = state;
  dropQueue.last = state;
  if (dropQueue.queued || dropQueue.dropping) return;
  if (Loop* loop = Loop::currentOrNull()) {
    dropQueue.queued = true;
    loop->queueMicrotask({[](void*) { dropQueuedStates(); }, [](void*) noexcept { dropQueuedStates(); }, nullptr});
  } else {
    dropQueuedStates();
  }
}

}  // namespace

void link(PromiseState* state, Reaction* reaction) noexcept {
  NODECPP_DEBUG_ASSERT(state->outcome == Outcome::pending && state->refs > 0, state->outcome, state->refs);
  NODECPP_DEBUG_ASSERT(reaction->on == state && state->first != reaction);
  NODECPP_DEBUG_ASSERT(!state->first || !state->last->next);
  reaction->next = nullptr;
  reaction->previous = state->first ? state->last : nullptr;
  (state->first ? state->last->next : state->first) = reaction;
  state->last = reaction;
}

void unlink(PromiseState* state, Reaction* reaction) noexcept {
  NODECPP_DEBUG_ASSERT(!reaction->context);  // The caller has entered it.
  NODECPP_DEBUG_ASSERT(reaction->next != &queuedReaction);
  NODECPP_DEBUG_ASSERT((reaction->previous ? reaction->previous->next : state->first) == reaction);
  NODECPP_DEBUG_ASSERT((reaction->next ? reaction->next->previous : state->last) == reaction);
  (reaction->previous ? reaction->previous->next : state->first) = reaction->next;
  (reaction->next ? reaction->next->previous : state->last) = reaction->previous;
  reaction->previous = reaction->next = nullptr;
}

void attach(Reaction* reaction) {
  PromiseState* state = reaction->on;
  NODECPP_DEBUG_ASSERT(state->refs > 0 && reaction->run && reaction->drop, state->refs);
  keepContext(reaction);
  if (state->outcome == Outcome::pending) [[likely]] {
    state->handled = true;
    link(state, reaction);
    if (state->abandoned) queueForDrop(state);
    return;
  }
  NODECPP_DEBUG_ASSERT(!state->first || state->isQueuedForDrop);  // The reactions of a settled state are in the queue.
  Loop& loop = Loop::current();
  if (!state->handled) {
    state->handled = true;
    if (state->outcome == Outcome::rejected) handlerAdded(state);
  }
  queueIn(loop, reaction);
}

void keepContext(Reaction* reaction) noexcept {
  if (Loop* loop = Loop::currentOrNull()) [[likely]]
    if (loop->context()) [[unlikely]]
      reaction->context = loop->context();
}

InContextOf::InContextOf(Reaction* reaction) noexcept {
  Loop* loop = Loop::currentOrNull();
  if (!loop) reaction->context = nullptr;
  if (!loop || (!reaction->context && !loop->context())) [[likely]]
    return;
  changed_ = true;
  before_ = loop->exchangeContext(std::exchange(reaction->context, nullptr));
}

InContextOf::~InContextOf() {
  if (!changed_) [[likely]]
    return;
  if (Loop* loop = Loop::currentOrNull()) loop->enterContext(std::move(before_));
}

void queue(Reaction* reaction) noexcept {
  if (Loop* loop = Loop::currentOrNull()) return queueIn(*loop, reaction);
  reaction->next = &queuedReaction;
  reaction->drop(reaction);
}

void unqueue(Reaction* reaction) noexcept {
  if (Loop* loop = Loop::currentOrNull()) loop->unqueueMicrotask(reaction);
  reaction->next = nullptr;
  reaction->context = nullptr;
}

void settled(PromiseState* state) {
  NODECPP_DEBUG_ASSERT(state->outcome != Outcome::pending && state->refs > 0, state->refs);
  if (!state->first) return;
  Loop* loop = currentLoopIfAlive();
  if (!loop) return queueForDrop(state);
  Reaction* reaction = state->first;
  Reaction* watchers = nullptr;
  state->first = state->last = nullptr;
  while (reaction) {
    Reaction* next = reaction->next;
    NODECPP_DEBUG_ASSERT(reaction->on == state && next != &queuedReaction);
    reaction->next = &queuedReaction;
    if (reaction->run == Watcher::tell) [[unlikely]] {
      reaction->previous = watchers;
      watchers = reaction;
    } else {
      loop->queueMicrotask(microtaskOf(reaction));
    }
    reaction = next;
  }
  // Watchers are called only after all other reactions are in the queue, because a watcher may retract frames or settle
  // further promises at once.
  if (!watchers) [[likely]]
    return;
  retain(state);
  while (Reaction* watcher = watchers) {
    NODECPP_ASSERT(watcher->run == Watcher::tell && watcher->next == &queuedReaction);
    watchers = watcher->previous;
    InContextOf scope(watcher);
    watcher->run(watcher);
  }
  release(state);
}

void Watcher::tell(void* reaction) {
  auto* watcher = static_cast<Watcher*>(static_cast<Reaction*>(reaction));
  NODECPP_ASSERT(watcher->onSettled && watcher->on && watcher->on->outcome != Outcome::pending);
  watcher->onSettled(watcher);
}

namespace {

struct Conversion : Watcher {
  Conversion(PromiseState* to, void (*copy)(PromiseState*, PromiseState*)) noexcept : Watcher(settle, drop), to(to), copy(copy) {}

  void fulfil(PromiseState* from) {
    try {
      copy(to, from);
    } catch (...) {
      return reject(to, caught());
    }
    fulfilled(to);
  }
  static void settle(Watcher* watcher) {
    auto* self = static_cast<Conversion*>(watcher);
    if (self->on->outcome == Outcome::rejected)
      reject(self->to, self->on->error);
    else if (!self->to->retracting)
      self->fulfil(self->on);
    drop(static_cast<Reaction*>(self));
  }
  static void drop(void* reaction) noexcept {
    auto* self = static_cast<Conversion*>(static_cast<Reaction*>(reaction));
    release(self->on);
    dropSettler(self->to);
    release(static_cast<void*>(self), sizeof(Conversion));
  }

  PromiseState* to;  // The conversion holds its one settler.
  void (*copy)(PromiseState* to, PromiseState* from);
};

}  // namespace

PromiseState* convert(PromiseState* to, PromiseState* from, void (*copy)(PromiseState* to, PromiseState* from)) {
  if (from->outcome == Outcome::fulfilled) {
    to->settlers = 0;
    Conversion(to, copy).fulfil(from);
    return to;
  }
  auto* made = ::new (allocate(sizeof(Conversion))) Conversion(to, copy);
  retain(made->on = from);
  retain(to);
  to->follower = made;
  to->retract = retractFollowed;
  attach(made);
  return to;
}

void reject(PromiseState* state, std::exception_ptr error) {
  NODECPP_ASSERT(state->outcome == Outcome::pending && state->refs > 0, state->outcome, state->refs);
  NODECPP_ASSERT(state->rejection == 0 && !state->reported, state->rejection);
  state->error = std::move(error);
  state->outcome = Outcome::rejected;
  if (!state->handled)
    rejectedWithoutHandler(state);
  else
    settled(state);
}

void freeState(PromiseState* state) noexcept {
  NODECPP_DEBUG_ASSERT(state->refs == 0 && !state->isQueuedForDrop, state->refs);
  NODECPP_DEBUG_ASSERT(state->settlers == 0 || state->outcome != Outcome::pending, state->settlers);
  NODECPP_DEBUG_ASSERT(!state->first);  // A reaction that waits for the state holds a reference to it.
  // The destructor of a value that holds further promises puts their states into this list, so that freeing a long
  // chain needs no recursion.
  state->nextFree = unreferenced.first;
  unreferenced.first = state;
  if (unreferenced.freeing) return;
  unreferenced.freeing = true;
  while (PromiseState* at = unreferenced.first) {
    NODECPP_DEBUG_ASSERT(at->refs == 0 && at->bytes >= sizeof(PromiseState), at->refs, at->bytes);
    unreferenced.first = at->nextFree;
    if (at->outcome == Outcome::fulfilled && at->destroyValue) at->destroyValue(at);
    at->error = nullptr;
    release(static_cast<void*>(at), at->bytes);
  }
  unreferenced.freeing = false;
}

void onLastSettlerReleased(PromiseState* state) noexcept {
  NODECPP_DEBUG_ASSERT(state->settlers == 0 && state->refs > 0, state->settlers, state->refs);
  NODECPP_DEBUG_ASSERT(!state->abandoned);
  // The frame that the current microtask has resumed is gone, and its state may be freed here.
  if (resumedFrame && resumedFrame->own == state) resumedFrame = nullptr;
  if (state->outcome == Outcome::pending) {
    state->abandoned = true;
    if (state->first) queueForDrop(state);
  }
  release(state);
}

namespace {

// Tells whether the exception is ProgramExit, which must leave every handler. With libstdc++ the type is known without
// throwing the exception again.
bool leavesProgram(const std::exception_ptr& error) noexcept {
#ifdef __GLIBCXX__
  return *error.__cxa_exception_type() == typeid(ProgramExit);
#else
  try {
    std::rethrow_exception(error);
  } catch (const ProgramExit&) {
    return true;
  } catch (...) {
    return false;
  }
#endif
}

}  // namespace

std::exception_ptr caught() {
  std::exception_ptr error = std::current_exception();
  NODECPP_ASSERT(bool(error));
  if (leavesProgram(error)) std::rethrow_exception(error);
  return error;
}

std::exception_ptr caughtAgain(const std::exception_ptr& reason) {
  std::exception_ptr error = caught();
  if (error == reason) return error;
  try {
    throw;
  } catch (const Error& thrown) {
    if (thrown && errorFrom(reason) == thrown) return reason;
  } catch (...) {
  }
  return error;
}

std::exception_ptr chainingCycle() {
  return std::make_exception_ptr(TypeError("Chaining cycle detected for promise #<Promise>"));
}

}  // namespace nodecpp::detail
