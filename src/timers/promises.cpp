#include <nodecpp/events/once.h>
#include <nodecpp/timers/promises.h>

#include <cmath>

#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp::detail {

std::exception_ptr abortedBy(const AbortSignal& signal) {
  return std::make_exception_ptr(AbortError("The operation was aborted", signal->reason()));
}

void startPromiseTimer(PromiseState* state, double milliseconds, const TimerOptions* options, Function<void()> fulfil,
                       Rejector reject) {
  struct Started {
    Timeout timer;
    Immediate immediate;
    AbortSignal signal;
    Function<void()> onAbort;
    Function<void()> stop;
    // The closures released here may be the last that hold the cell of this object, so the object is not used after the
    // first line.
    void forget(bool clear) {
      NODECPP_ASSERT(!timer || !immediate);
      NODECPP_ASSERT(!onAbort || signal);
      Started gone = std::exchange(*this, {});
      if (gone.onAbort) gone.signal->removeEventListener("abort", gone.onAbort);
      if (!clear) return;
      clearTimeout(gone.timer);
      clearImmediate(gone.immediate);
    }
  };
  let<Started> started;
  auto fire = [started, fulfil] {
    fulfil();
    started.ref().forget(false);
  };
  if (std::isnan(milliseconds))
    started.ref().immediate = nodecpp::setImmediate(fire);
  else
    started.ref().timer = nodecpp::setTimeout(fire, milliseconds);
  if (options && !options->ref) {
    if (started.ref().timer) started.ref().timer->unref();
    if (started.ref().immediate) started.ref().immediate->unref();
  }
  if (options && options->signal) {
    started.ref().signal = options->signal;
    started.ref().onAbort = [started, reject] {
      let<Started> alive = started;
      reject(abortedBy(alive.ref().signal));
      alive.ref().forget(true);
    };
    options->signal->addEventListener("abort", started.ref().onAbort);
  }
  NODECPP_ASSERT(bool(started.ref().timer) != bool(started.ref().immediate));
  NODECPP_ASSERT(bool(started.ref().signal) == bool(started.ref().onAbort));
  // The closures keep the cell alive as long as the promise can be settled.
  Started* cell = &started.ref();
  cell->stop = [cell] { cell->forget(true); };
  stopBy(state, cell->stop);
}

PromiseInterval::PromiseInterval(double milliseconds, const TimerOptions& options) : signal_(options.signal) {
  timer_ = nodecpp::setInterval(
      [due = due, changed = changed] {
        ++due;
        changed.notifyAll();
      },
      milliseconds);
  if (!options.ref) timer_->unref();
  if (!signal_) return;
  onAbort_ = [timer = timer_, changed = changed] {
    clearInterval(timer);
    changed.notifyAll();
  };
  signal_->addEventListener("abort", onAbort_, {.once = true});
}

PromiseInterval::~PromiseInterval() {
  NODECPP_ASSERT(timer_ && (!onAbort_ || signal_));
  clearInterval(timer_);
  if (onAbort_) signal_->removeEventListener("abort", onAbort_);
}

// Also used by events.on, which is on the same level.
void throwInTick(std::exception_ptr error) noexcept {
  if (Loop* loop = Loop::currentOrNull()) loop->nextTick([error] { std::rethrow_exception(error); });
}

}  // namespace nodecpp::detail
