// The leaves: waits that retraction ends. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/promise.h>

namespace nodecpp {

namespace detail {
Promise<> startSleep(double milliseconds);
Promise<> startRetract(PromiseState* state);

// Has `stop` called when the pending `state` is retracted. The caller's closures keep it where it is while they can
// settle the state, and let go of the state in it.
void stopBy(PromiseState* state, Function<void()>& stop) noexcept;

// Has the outcome of a promise whose executor left a function that stops the work.
template <class T>
struct Operation : StateOf<T>, Reaction {
  union {
    Function<void()> stop;
  };

  Operation(StateOf<T>* of, Function<void()> f)
      : StateOf<T>(std::uint32_t(sizeof(Operation))), Reaction{ran, drop, of}, stop(std::move(f)) {
    retain(of);
    this->PromiseState::retract = retract;
  }
  ~Operation() {}

 private:
  static Operation* from(void* reaction) { return static_cast<Operation*>(static_cast<Reaction*>(reaction)); }
  static void ran(void* reaction) {
    Operation* self = from(reaction);
    auto* source = static_cast<StateOf<T>*>(self->on);
    if (self->retracting) {
    } else if (source->outcome == Outcome::rejected) {
      reject(self, source->error);
    } else {
      if constexpr (!std::is_void_v<T>) self->construct(static_cast<Passed<T>>(source->value));
      fulfilled(self);
    }
    drop(reaction);
  }
  static void drop(void* reaction) noexcept {
    Operation* self = from(reaction);
    self->stop.~Function();
    release(self->on);
    dropSettler(self);
  }
  static PromiseState* retract(PromiseState* state) noexcept {
    auto* self = static_cast<Operation*>(static_cast<StateOf<T>*>(state));
    if (self->next == &queuedReaction) return nullptr;
    unlink(self->on, self);
    try {
      self->stop();
    } catch (...) {
      reject(self, std::current_exception());
    }
    drop(static_cast<Reaction*>(self));
    return nullptr;
  }
};
}  // namespace detail

// Waits for `milliseconds`, one at least. A timer that keeps the program running; retracted, it is cleared.
template <class N>
  requires detail::Arithmetic<N>
Promise<> sleep(N milliseconds) {
  return detail::startSleep(double(milliseconds));
}

// Waits until it is retracted. Does not keep the program running.
Promise<> never();

// An operation of a callback API that retraction can stop: as new Promise(executor), but `executor(resolve, reject)`
// returns a function that stops what it has begun. It is called once at most; after it the promise is never settled.
template <class T = void, class F>
Promise<T> operation(F&& executor) {
  Function<void()> stop;
  Promise<T> work([&](Resolver<T> resolve, Rejector reject) { stop = executor(resolve, reject); });
  if (!stop || work.state()->outcome != detail::Outcome::pending) return work;
  using Made = detail::Operation<T>;
  auto* made = ::new (detail::allocate(sizeof(Made))) Made(work.state(), std::move(stop));
  detail::retain(static_cast<detail::PromiseState*>(made));
  Promise<T> promise(static_cast<detail::StateOf<T>*>(made));
  detail::attach(made);
  return promise;
}

// Ends what is to settle `promise`, whoever else holds it: what waits for it is ended, too. Fulfilled when all clean-up
// is over; rejected with an error in it. Nothing happens to a promise that is settled or that nothing can stop.
template <class T>
Promise<> retract(const Promise<T>& promise) {
  return detail::startRetract(promise.state());
}

}  // namespace nodecpp
