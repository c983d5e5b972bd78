#include <nodecpp/concurrency/sequence.h>

#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp::detail {

SequenceBase::Ending::Ending() noexcept
    : Watcher(
          [](Watcher* watcher) {
            auto* self = static_cast<Ending*>(watcher);
            SequenceBase* of = self->of;
            NODECPP_ASSERT(of && self->on && of->retracting);
            if (self->on->outcome == Outcome::rejected) of->thrown = withCause(self->on->error, of->thrown);
            self->drop(static_cast<Reaction*>(self));
          },
          [](void* reaction) noexcept {
            auto* self = static_cast<Ending*>(static_cast<Reaction*>(reaction));
            SequenceBase* of = self->of;
            NODECPP_ASSERT(of && self->on && of->retracting);
            release(std::exchange(self->on, nullptr));
            if (PromiseState* next = retractSequence(of)) detail::retract(next);
            release(static_cast<PromiseState*>(of));
          }) {}

namespace {

// Takes the consumer off the list of the sequence and returns its frame, which the caller resumes in its own context.
std::coroutine_handle<> takeConsumer(SequenceBase* of, WaitingFrame* consumer) noexcept {
  Handle<Object> context = std::exchange(consumer->context, nullptr);
  unlink(of, consumer);
  consumer->on = nullptr;
  if (Loop* loop = Loop::currentOrNull()) loop->enterContext(std::move(context));
  return consumer->frame;
}

}  // namespace

SequenceBase::SequenceBase(std::uint32_t bytes) noexcept : PromiseState(bytes) {
  PromiseState::retract = retractSequence;
  ending.of = this;
}

std::coroutine_handle<> SequenceBase::transferToConsumer() noexcept {
  NODECPP_DEBUG_ASSERT(frame && !on && yielded);  // The generator runs.
  on = &leafState;
  WaitingFrame::next = nullptr;
  if (retracting) {
    suspendRetracted(this, this);
    return std::noop_coroutine();
  }
  auto* consumer = static_cast<WaitingFrame*>(first);
  // The generator runs only while a consumer waits for its next value.
  NODECPP_ASSERT(consumer && consumer->on == this && !consumer->next);
  return takeConsumer(this, consumer);
}

std::coroutine_handle<> SequenceBase::finish() noexcept {
  NODECPP_ASSERT(frame && outcome == Outcome::pending && settlers > 0, outcome, settlers);
  auto* consumer = static_cast<WaitingFrame*>(first);
  std::coroutine_handle<> next = std::noop_coroutine();
  std::exception_ptr failed;
  if (!retracting) {
    NODECPP_ASSERT(consumer && consumer->on == this && consumer->frame);
    next = takeConsumer(this, consumer);
  } else {
    // The generator was retracted while it ran, and ran to its end. What waits for it ends too, with the generator's
    // error if it threw.
    failed = std::exchange(thrown, nullptr);
  }
  ++settlers;
  end();
  if (failed) reject(this, std::move(failed));
  dropSettler(this);
  return next;
}

std::coroutine_handle<> SequenceBase::pull(WaitingFrame* waiter) {
  if (first) throw Error("Another next() of this sequence is waiting");
  waiter->on = this;
  if (abandoned || retracting) {
    attach(waiter);
    return std::noop_coroutine();
  }
  NODECPP_ASSERT(frame && on == &leafState && outcome == Outcome::pending);
  handled = true;
  link(this, waiter);
  on = nullptr;
  return frame;
}

// Retracts the states that the stage owns before its own frame, the newest first. The state that the stage waits for is
// skipped, because retractFrame retracts it.
bool SequenceBase::retractOwned() noexcept {
  NODECPP_ASSERT(retracting && !ending.on);
  for (OwnedBySequence* at = owned; at; at = at->below) {
    NODECPP_ASSERT(at->by == this && at->state != this);
    if (at->state == on || !isRetractable(at->state) || at->state->retracting) continue;
    retain(ending.on = at->state);
    retain(static_cast<PromiseState*>(this));
    attach(&ending);
    detail::retract(at->state);
    return true;
  }
  return false;
}

PromiseState* SequenceBase::retractSequence(PromiseState* state) noexcept {
  auto* self = static_cast<SequenceBase*>(state);
  NODECPP_ASSERT(self->retracting);
  // Does nothing while an owned state is still ending, while the generator runs (it sees the retraction when it
  // suspends), or after the generator has ended.
  if (self->ending.on || !self->on || !self->frame) return nullptr;
  if (self->retractOwned()) return nullptr;
  // An error in the clean-up of an owned state is the outcome of the retraction.
  if (self->thrown && self->on == &leafState && self->WaitingFrame::next != &queuedReaction) {
    std::exception_ptr failed = std::exchange(self->thrown, nullptr);
    self->handled = true;
    ++self->settlers;
    self->end();
    reject(self, std::move(failed));
    dropSettler(self);
    return nullptr;
  }
  return retractFrame(self, self, ended);
}

void SequenceBase::ended(void* reaction) {
  auto* self = static_cast<SequenceBase*>(static_cast<WaitingFrame*>(static_cast<Reaction*>(reaction)));
  endRetracted(self, self);
}

}  // namespace nodecpp::detail
