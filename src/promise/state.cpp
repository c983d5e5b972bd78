#include <nodecpp/promise.h>

#include <typeinfo>

#include "loop/loop.h"
#include "promise/doomed.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

constinit Reaction queuedReaction{nullptr, nullptr};

namespace {

// The states that can no longer be settled and whose reactions are to be dropped. Dropping happens in a microtask of
// its own, because destructors of a program's frames must not run in the middle of the call that released the last
// resolving function.
struct Doomed {
  PromiseState* first;
  PromiseState* last;
  bool dropping;
  bool queued;
};
constinit thread_local Doomed doomed{};

struct Unreferenced {
  PromiseState* first;
  bool freeing;
};
constinit thread_local Unreferenced unreferenced{};

// Returns null when there is no loop, or when the loop is ending.
Loop* livingLoop() noexcept {
  Loop* loop = Loop::currentOrNull();
  return loop && !loop->ends() ? loop : nullptr;
}

// While the loop ends, reactions are dropped and not run. They still go through the microtask queue, because
// destructors of the program's frames must not run in the middle of the call that woke a frame, settled a promise or
// released the last resolving function.
void queueIn(Loop& loop, Reaction* reaction) {
  reaction->next = &queuedReaction;
  loop.queueMicrotask({loop.ends() ? reaction->drop : reaction->run, reaction->drop, reaction});
}

}  // namespace

// Destroying a frame releases the state that it was to settle, and that state is appended to this list. A chain of any
// length therefore ends from the inside out without recursion.
void dropDoomed() noexcept {
  doomed.queued = false;
  if (doomed.dropping) return;
  doomed.dropping = true;
  while (PromiseState* state = doomed.first) {
    doomed.first = state->nextDoomed;
    state->nextDoomed = nullptr;
    state->doomed = false;
    while (Reaction* reaction = state->first) {
      unlink(state, reaction);
      reaction->next = &queuedReaction;  // what it lets go may retract it: it ends already
      reaction->drop(reaction);
    }
    release(state);
  }
  doomed.dropping = false;
}

namespace {

void doom(PromiseState* state) noexcept {
  if (state->doomed) return;
  state->doomed = true;
  retain(state);
  state->nextDoomed = nullptr;
  (doomed.first ? doomed.last->nextDoomed : doomed.first) = state;
  doomed.last = state;
  if (doomed.queued || doomed.dropping) return;
  if (Loop* loop = Loop::currentOrNull()) {
    doomed.queued = true;
    loop->queueMicrotask({[](void*) { dropDoomed(); }, [](void*) noexcept { dropDoomed(); }, nullptr});
  } else {
    dropDoomed();
  }
}

}  // namespace

void link(PromiseState* state, Reaction* reaction) noexcept {
  reaction->next = nullptr;
  reaction->previous = state->first ? state->last : nullptr;
  (state->first ? state->last->next : state->first) = reaction;
  state->last = reaction;
}

void unlink(PromiseState* state, Reaction* reaction) noexcept {
  (reaction->previous ? reaction->previous->next : state->first) = reaction->next;
  (reaction->next ? reaction->next->previous : state->last) = reaction->previous;
  reaction->previous = reaction->next = nullptr;
}

void attach(Reaction* reaction) {
  PromiseState* state = reaction->on;
  if (state->outcome == Outcome::pending) [[likely]] {
    state->handled = true;
    link(state, reaction);
    if (state->abandoned) doom(state);
    return;
  }
  Loop& loop = Loop::current();
  if (!state->handled) {
    state->handled = true;
    if (state->outcome == Outcome::rejected) handlerAdded(state);
  }
  queueIn(loop, reaction);
}

void queue(Reaction* reaction) noexcept {
  if (Loop* loop = Loop::currentOrNull()) return queueIn(*loop, reaction);
  reaction->next = &queuedReaction;
  reaction->drop(reaction);
}

void unqueue(Reaction* reaction) noexcept {
  if (Loop* loop = Loop::currentOrNull()) loop->unqueueMicrotask(reaction);
  reaction->next = nullptr;
}

void settled(PromiseState* state) {
  if (!state->first) return;
  Loop* loop = livingLoop();
  if (!loop) return doom(state);
  Reaction* reaction = state->first;
  Reaction* watchers = nullptr;
  state->first = state->last = nullptr;
  while (reaction) {
    Reaction* next = reaction->next;
    reaction->next = &queuedReaction;
    if (reaction->run == Watcher::tell) [[unlikely]] {
      reaction->previous = watchers;
      watchers = reaction;
    } else {
      loop->queueMicrotask({reaction->run, reaction->drop, reaction});
    }
    reaction = next;
  }
  // Watchers are called only after all other reactions are in the queue, because a watcher may retract frames or settle
  // further promises at once.
  if (!watchers) [[likely]]
    return;
  retain(state);
  while (Reaction* watcher = watchers) {
    watchers = watcher->previous;
    watcher->run(watcher);
  }
  release(state);
}

void Watcher::tell(void* reaction) {
  auto* watcher = static_cast<Watcher*>(static_cast<Reaction*>(reaction));
  watcher->told(watcher);
}

void reject(PromiseState* state, std::exception_ptr error) {
  state->error = std::move(error);
  state->outcome = Outcome::rejected;
  if (!state->handled)
    rejectedWithoutHandler(state);
  else
    settled(state);
}

void freeState(PromiseState* state) noexcept {
  // The destructor of a value that holds further promises puts their states into this list, so that freeing a long
  // chain needs no recursion.
  state->nextFree = unreferenced.first;
  unreferenced.first = state;
  if (unreferenced.freeing) return;
  unreferenced.freeing = true;
  while (PromiseState* at = unreferenced.first) {
    unreferenced.first = at->nextFree;
    if (at->outcome == Outcome::fulfilled && at->destroyValue) at->destroyValue(at);
    at->error = nullptr;
    release(static_cast<void*>(at), at->bytes);
  }
  unreferenced.freeing = false;
}

void lastSettlerGone(PromiseState* state) noexcept {
  // The frame that the current microtask has resumed is gone, and its state may be freed here.
  if (resumedFrame && resumedFrame->own == state) resumedFrame = nullptr;
  if (state->outcome == Outcome::pending) {
    state->abandoned = true;
    if (state->first) doom(state);
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
