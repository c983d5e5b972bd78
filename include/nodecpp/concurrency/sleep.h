// sleep, never, operation and retract: the innermost waits, which retraction can end. Programs use
// nodecpp/concurrency.h.
#pragma once

#include <nodecpp/promise.h>

namespace nodecpp {

namespace detail {
Promise<> startSleep(double milliseconds);
Promise<> startRetract(PromiseState* state);

// Makes retraction of the pending `state` call `stop`. The caller's closures own `stop`, and must keep it at its
// address as long as they can settle the state. `stop` must release them, and with them the state's settlers.
void stopBy(PromiseState* state, Function<void()>& stop) noexcept;

// The promise that operation() returns. It takes the outcome of the executor's promise, and its retraction calls
// `stop`.
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
    InContextOf scope(self);
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

// Waits for `milliseconds`, truncated to whole milliseconds and at least one. The timer keeps the program running. It
// is cleared when the wait is retracted.
template <class N>
  requires detail::Arithmetic<N>
Promise<> sleep(N milliseconds) {
  return detail::startSleep(double(milliseconds));
}

// Returns a promise that is never settled and that only retraction ends. It does not keep the program running.
Promise<> never();

// Wraps an operation of a callback API so that retraction can stop it. Works like new Promise(executor), but
// `executor(resolve, reject)` returns a function that stops the operation. The function is called at most once, when
// the promise is retracted. After that call the promise is never settled.
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

// Retracts `promise`, no matter who else holds it: ends the operation or coroutine that would settle it, and everything
// that waits for it ends too. The returned promise is fulfilled when all clean-up has ended, and rejected with an error
// from the clean-up. Does nothing when `promise` is settled, or when nothing can stop its operation.
template <class T>
Promise<> retract(const Promise<T>& promise) {
  return detail::startRetract(promise.state());
}

}  // namespace nodecpp
