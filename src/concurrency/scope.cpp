#include <nodecpp/concurrency/scope.h>

#include <nodecpp/concurrency/nursery.h>

#include "base/assertion.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"

// Lets a debugger find the functions that a scope has started by the address in `drop`, as src/promise/retract.cpp does
// for waiting frames.
struct DebuggerScopes {
  std::uint64_t version;
  std::uint64_t drop, on, scope;  // The offsets of members in a Child.
  std::uint64_t own;              // The offset of a member in a ScopeBase.
  void (*dropOfChild)(void*) noexcept;

  static const DebuggerScopes ours;
};
constinit const DebuggerScopes DebuggerScopes::ours{
    .version = 1,
    .drop = offsetof(Child, drop),
    .on = offsetof(Child, on),
    .scope = offsetof(Child, scope),
    .own = offsetof(ScopeBase, own),
    .dropOfChild = ScopeBase::dropped,
};
extern "C" {
[[gnu::used, gnu::retain]] constinit const DebuggerScopes* nodecpp_debugger_scopes = &DebuggerScopes::ours;
}

#pragma clang diagnostic pop

std::exception_ptr withCause(std::exception_ptr error, const std::exception_ptr& earlier) noexcept {
  if (!earlier || earlier == error) return error;
  try {
    std::rethrow_exception(error);
  } catch (const Error& later) {
    Error cause = errorFrom(earlier);
    if (!later || !cause) return error;
    Error at = later;
    while (at != cause && !at->cause.empty() && at->cause[0]) at = Error(at->cause[0]);
    // The causes must not form a circle: the later error may be among the causes of the earlier one.
    for (Error below = cause; below; below = below->cause.empty() ? Error() : Error(below->cause[0]))
      if (below == at) return error;
    if (at->cause.empty()) at->cause.push_back(cause);
  } catch (...) {
  }
  return error;
}

bool ScopeBase::add(Child& child, PromiseState* state, std::uint32_t handles) {
  NODECPP_ASSERT(running > 0, running);  // The caller is counted, so the scope cannot be settled yet.
  NODECPP_ASSERT(!first == !last && own->settlers > 0, own->settlers);
  NODECPP_ASSERT(state->refs >= handles, state->refs, handles);
  child.onSettled = onSettled;
  child.drop = dropped;
  child.scope = this;
  child.owned = isHeldOnlyBy(state, handles);
  retain(child.on = state);
  child.before = last;
  child.after = nullptr;
  (last ? last->after : first) = &child;
  last = &child;
  ++running;
  if (state->outcome == Outcome::pending) {
    attach(&child);
    // The function was started while the scope was already ending.
    if (ending != Ending::open) retractChild(child);
  } else {
    if (!std::exchange(state->handled, true) && state->outcome == Outcome::rejected) handlerAdded(state);
    done(child);
  }
  return ending == Ending::open;
}

void ScopeBase::remove(Child& child) noexcept {
  NODECPP_ASSERT((child.before ? child.before->after : first) == &child);
  NODECPP_ASSERT((child.after ? child.after->before : last) == &child);
  if (cursor == &child) cursor = child.after;
  (child.before ? child.before->after : first) = child.after;
  (child.after ? child.after->before : last) = child.before;
}

void ScopeBase::toFront(Child& child) noexcept {
  if (first == &child) return;
  NODECPP_ASSERT(ending == Ending::open || cursor != &child, ending);
  remove(child);
  child.before = nullptr;
  child.after = first;
  (first ? first->before : last) = &child;
  first = &child;
}

void ScopeBase::over(Child& child) {
  NODECPP_ASSERT(child.on && running > 0, running);
  NODECPP_ASSERT(cursor != &child && first != &child && last != &child);
  release(child.on);
  kind->freeChild(&child);
  leave();
}

void ScopeBase::done(Child& child) {
  NODECPP_ASSERT(child.scope == this && child.on && child.on->outcome != Outcome::pending);
  remove(child);
  PromiseState* state = child.on;
  if (state->outcome == Outcome::rejected) {
    if (ending == Ending::open) kind->failed(*this, child, state->error);
    // For race and any, an error of a function that had ended before the others were retracted came too late to count.
    else if (!(child.late && ignoresLate))
      fail(state->error);
  } else if (ending == Ending::open) {
    child.take(*this, child);
  }
  over(child);
}

void ScopeBase::onSettled(Watcher* watcher) {
  auto* child = static_cast<Child*>(watcher);
  child->scope->done(*child);
}

void ScopeBase::dropped(void* reaction) noexcept {
  auto* child = static_cast<Child*>(static_cast<Reaction*>(reaction));
  ScopeBase* scope = child->scope;
  NODECPP_ASSERT(scope && scope->running > 0 && child->on);
  scope->remove(*child);
  if (scope->ending == Ending::open) scope->kind->lost(*scope, *child);
  scope->over(*child);
}

void ScopeBase::fail(std::exception_ptr reason) noexcept {
  error = withCause(std::move(reason), error);
  end(Ending::error);
}

void ScopeBase::end(Ending how) noexcept {
  NODECPP_ASSERT(how != Ending::open);
  bool first = ending == Ending::open;
  if (how > ending) ending = how;
  if (!first) return;
  // This count keeps the scope until the loop below has ended, because retracting the last child would settle the
  // scope.
  NODECPP_ASSERT(running > 0 && !cursor, running);
  ++running;
  cursor = this->first;
  while (Child* child = cursor) {
    cursor = child->after;
    retractChild(*child);
  }
  NODECPP_ASSERT(running > 0 && ending != Ending::open, running);
  leave();
}

void ScopeBase::retractChild(Child& child) noexcept {
  PromiseState* state = child.on;
  NODECPP_ASSERT(state && child.scope == this && ending != Ending::open, ending);
  if (child.next == &queuedReaction) {
    child.late = true;
  } else if (isRetractable(state) && (child.owned || isHeldOnlyBy(state, 1))) {
    retain(state);
    retract(state);
    release(state);
  } else {
    // The function goes on, because something else holds its promise or because nothing can stop it.
    InContextOf within(&child);
    unlink(state, &child);
    dropped(static_cast<Reaction*>(&child));
  }
}

void throwNurseryIsOver() { throw Error("The nursery is over: nothing can be spawned in it any more"); }

void freeNurseryChild(Child* child) noexcept { release(static_cast<void*>(child), sizeof(Child)); }

}  // namespace nodecpp::detail
