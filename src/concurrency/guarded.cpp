#include <nodecpp/concurrency/guarded.h>

#include "promise/rejections.h"

namespace nodecpp::detail {

void GuardBase::told(Watcher* watcher) {
  auto* self = static_cast<GuardBase*>(watcher);
  self->take();
  release(std::exchange(self->on, nullptr));
  self->advance();
  self->run();
}

// A body that was ended from below: whoever waits for its promise ends, too, but not before the clean-up.
void GuardBase::dropped(void* reaction) noexcept {
  auto* self = static_cast<GuardBase*>(static_cast<Reaction*>(reaction));
  release(std::exchange(self->on, nullptr));
  if (self->phase == Phase::body) self->retracted = true;
  self->advance();
  self->run();
}

void GuardBase::take() {
  if (on->outcome == Outcome::rejected) {
    error = withCause(on->error, error);
    failed = true;
  } else if (phase == Phase::body) {
    retracted = false;  // it ran, and on to its end
    kind->take(*this);
  }
}

void GuardBase::advance() noexcept {
  phase = phase == Phase::body ? (retracted ? Phase::onRetract : Phase::finally)
                               : (phase == Phase::onRetract ? Phase::finally : Phase::over);
}

void GuardBase::run() {
  for (; phase != Phase::over; advance()) {
    PromiseState* state = kind->start(*this, phase);
    if (!state) continue;
    on = state;
    if (state->outcome == Outcome::pending) {
      owned = isHeldOnlyBy(state, 1);
      attach(this);
      // Its body went so far as to retract it.
      if (phase == Phase::body && own->retracting)
        if (PromiseState* below = retractBody()) detail::retract(below);
      return;
    }
    if (!std::exchange(state->handled, true) && state->outcome == Outcome::rejected) handlerAdded(state);
    take();
    release(std::exchange(on, nullptr));
  }
  kind->settle(*this);
}

PromiseState* GuardBase::retractBody() noexcept {
  // Clean-up goes on; what has ended by itself needs none.
  if (phase != Phase::body || !on || Reaction::next == &queuedReaction) return nullptr;
  retracted = true;
  if (isRetractable(on) && (owned || isHeldOnlyBy(on, 1))) return on;
  unlink(on, this);
  dropped(static_cast<Reaction*>(this));
  return nullptr;
}

}  // namespace nodecpp::detail
