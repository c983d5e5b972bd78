#include <nodecpp/concurrency/combinators.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/dom_exception.h>

#include <cmath>

#include <nodecpp/concurrency/loop_end.h>
#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp {

namespace detail {

namespace {

struct SleepState : PromiseState {
  // The timer is a member and not a base: it has virtual functions, and would come in front of the state as a base.
  struct Alarm final : Timer {
    SleepState& state;
    Loop& loop;
    explicit Alarm(SleepState& of) : state(of), loop(Loop::current()) {}
    void onTimer() override {
      NODECPP_ASSERT(state.outcome == Outcome::pending && state.settlers == 1 && !armed(), state.outcome,
                     state.settlers);
      loop.unref();
      fulfilled(&state);
      dropSettler(&state);
    }
    void onLoopEnd() override {
      NODECPP_ASSERT(state.outcome == Outcome::pending && state.settlers == 1 && !armed(), state.outcome,
                     state.settlers);
      dropSettler(&state);
    }
  } alarm;

  SleepState() : PromiseState(std::uint32_t(sizeof(SleepState))), alarm(*this) {
    PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      auto* self = static_cast<SleepState*>(state);
      NODECPP_ASSERT(self->alarm.armed() && state->settlers == 1, state->settlers);
      self->alarm.loop.timers().disarm(self->alarm);
      self->alarm.loop.unref();
      dropSettler(state);
      return nullptr;
    };
  }
};

struct NeverState : PromiseState {
  struct Entry final : LoopEnd {
    NeverState& state;
    explicit Entry(NeverState& of) : state(of) { remember(); }
    void onLoopEnd() noexcept override {
      NODECPP_ASSERT(state.outcome == Outcome::pending && state.settlers == 1, state.outcome, state.settlers);
      dropSettler(&state);
    }
  } entry;

  NeverState() : PromiseState(std::uint32_t(sizeof(NeverState))), entry(*this) {
    PromiseState::retract = [](PromiseState* state) noexcept -> PromiseState* {
      static_cast<NeverState*>(state)->entry.forget();
      dropSettler(state);
      return nullptr;
    };
  }
};

// Settles `reported` when the watched state is settled or dropped, so that retract() can be awaited.
struct Ended : Reaction {
  PromiseState* reported;

  static void start(PromiseState* state, PromiseState* reported) {
    NODECPP_ASSERT(reported->outcome == Outcome::pending && reported->settlers == 1 && state != reported, reported->settlers);
    auto* made = ::new (allocate(sizeof(Ended))) Ended{{ran, drop}, reported};
    retain(made->on = state);
    attach(made);
  }

 private:
  static void ran(void* reaction) {
    auto* self = static_cast<Ended*>(static_cast<Reaction*>(reaction));
    NODECPP_ASSERT(self->on->outcome != Outcome::pending && self->reported->outcome == Outcome::pending);
    if (self->on->outcome == Outcome::rejected)
      reject(self->reported, self->on->error);
    else
      fulfilled(self->reported);
    end(self);
  }
  static void drop(void* reaction) noexcept {
    auto* self = static_cast<Ended*>(static_cast<Reaction*>(reaction));
    NODECPP_ASSERT(self->on && self->reported->outcome == Outcome::pending);
    fulfilled(self->reported);
    end(self);
  }
  static void end(Ended* self) noexcept {
    release(self->on);
    dropSettler(self->reported);
    release(static_cast<void*>(self), sizeof(Ended));
  }
};

}  // namespace

Promise<> startSleep(double milliseconds) {
  Loop& loop = Loop::current();
  auto* state = ::new (allocate(sizeof(SleepState))) SleepState();
  retain(state);
  loop.updateNow();
  loop.timers().arm(state->alarm, milliseconds >= 1 ? std::trunc(milliseconds) : 1, loop.now());
  NODECPP_ASSERT(state->alarm.armed() && &state->alarm.loop == &loop);
  loop.ref();
  return Promise<>(state);
}

void stopBy(PromiseState* state, Function<void()>& stop) noexcept {
  NODECPP_ASSERT(!state->isQueuedForDrop);  // `follower` shares its memory with the list of doomed states.
  state->follower = reinterpret_cast<Reaction*>(&stop);
  state->retract = [](PromiseState* of) noexcept -> PromiseState* {
    NODECPP_ASSERT(of->follower && !of->isQueuedForDrop);
    auto stop = std::exchange(*reinterpret_cast<Function<void()>*>(of->follower), nullptr);
    of->follower = nullptr;
    if (stop) stop();
    return nullptr;
  };
}

Promise<> startRetract(PromiseState* state) {
  if (!isRetractable(state)) return Promise<>::resolve();
  auto* reported = makeState<void>();
  retain(reported);
  Promise<> promise(reported);
  Ended::start(state, reported);
  retain(state);
  retract(state);
  release(state);
  return promise;
}

void throwTimeout() { throw DOMException("The operation was aborted due to timeout", "TimeoutError"); }

}  // namespace detail

Promise<> never() {
  auto* state = ::new (detail::allocate(sizeof(detail::NeverState))) detail::NeverState();
  detail::retain(state);
  return Promise<>(state);
}

}  // namespace nodecpp
