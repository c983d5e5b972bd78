#include <nodecpp/concurrency/guarded.h>

#include "base/assertion.h"
#include "promise/rejections.h"

namespace nodecpp::detail {

void GuardBase::onSettled(Watcher* watcher) {
  auto* self = static_cast<GuardBase*>(watcher);
  NODECPP_ASSERT(self->on && self->on->outcome != Outcome::pending && self->phase != Phase::over, self->phase);
  self->take();
  release(std::exchange(self->on, nullptr));
  self->advance();
  self->run();
}

// Called when the promise of a phase can never be settled, because its coroutine was ended by something else. The
// coroutines that wait for the guarded promise end too, but only after the clean-up functions have run.
void GuardBase::dropped(void* reaction) noexcept {
  auto* self = static_cast<GuardBase*>(static_cast<Reaction*>(reaction));
  NODECPP_ASSERT(self->on && self->phase != Phase::over, self->phase);
  release(std::exchange(self->on, nullptr));
  if (self->phase == Phase::body) self->retracted = true;
  self->advance();
  self->run();
}

void GuardBase::take() {
  NODECPP_ASSERT(on && on->outcome != Outcome::pending && phase != Phase::over, phase);
  if (on->outcome == Outcome::rejected) {
    error = withCause(on->error, error);
    failed = true;
  } else if (phase == Phase::body) {
    retracted = false;  // The body was retracted while it ran, but ended with a value before its next co_await.
    kind->take(*this);
  }
}

void GuardBase::advance() noexcept {
  NODECPP_ASSERT(phase != Phase::over && !on, phase);
  phase = phase == Phase::body ? (retracted ? Phase::onRetract : Phase::finally)
                               : (phase == Phase::onRetract ? Phase::finally : Phase::over);
}

void GuardBase::run() {
  for (; phase != Phase::over; advance()) {
    NODECPP_ASSERT(!on && own->outcome == Outcome::pending, phase);
    PromiseState* state = kind->start(*this, phase);
    if (!state) continue;
    NODECPP_ASSERT(!on && state->refs > 0, phase, state->refs);
    on = state;
    if (state->outcome == Outcome::pending) {
      owned = isHeldOnlyBy(state, 1);
      attach(this);
      // While it ran, the body caused its own guarded promise to be retracted.
      if (phase == Phase::body && own->retracting)
        if (PromiseState* below = retractBody()) detail::retract(below);
      return;
    }
    if (!std::exchange(state->handled, true) && state->outcome == Outcome::rejected) handlerAdded(state);
    take();
    release(std::exchange(on, nullptr));
  }
  NODECPP_ASSERT(!on && own->settlers > 0, own->settlers);
  kind->settle(*this);
}

PromiseState* GuardBase::retractBody() noexcept {
  NODECPP_ASSERT(own->retracting);
  // Clean-up is not retractable, and a body that has ended by itself needs no retraction.
  if (phase != Phase::body || !on || Reaction::next == &queuedReaction) return nullptr;
  retracted = true;
  if (isRetractable(on) && (owned || isHeldOnlyBy(on, 1))) return on;
  InContextOf scope(this);
  unlink(on, this);
  dropped(static_cast<Reaction*>(this));
  return nullptr;
}

}  // namespace nodecpp::detail
