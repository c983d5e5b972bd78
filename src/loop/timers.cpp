#include <nodecpp/finalization_registry.h>
#include <nodecpp/timers.h>

#include <cmath>

#include "base/assertion.h"
#include "base/upward_calls.h"
#include "loop/active_resources.h"
#include "loop/timer_internals.h"

namespace nodecpp {

namespace detail {

namespace {

// A Timeout of setTimeout or setInterval. While armed, it holds itself, so that a program need not keep it, and counts
// as a reason to keep the loop alive unless unref() was called.
class TimeoutRecord final : public TimeoutObject, public Timer {
 public:
  TimeoutRecord(Loop& loop, Function<void()> callback, double duration, bool repeat)
      : loop_(loop), callback_(std::move(callback)), duration_(duration), repeat_(repeat), loopEnded_(loop.ends()) {}
  ~TimeoutRecord() override {
    NODECPP_ASSERT(!inCallback_);  // onTimer() holds a reference meanwhile.
    if (number_ != 0 && !loopEnded_) loop_.numberedTimers.erase(number_);
  }

  void start() {
    if (loopEnded_ || loop_.ends()) return;
    NODECPP_ASSERT(armed() == bool(self_));
    loop_.updateNow();
    if (!armed()) {
      self_ = Handle<TimeoutRecord>(this);
      if (refed_) loop_.ref();
    }
    loop_.timers().arm(*this, duration_, loop_.now());
  }

  Timeout ref() override {
    NODECPP_ASSERT(armed() == bool(self_));
    if (!refed_ && self_) loop_.ref();
    refed_ = true;
    return Timeout(this);
  }
  Timeout unref() override {
    NODECPP_ASSERT(armed() == bool(self_));
    if (refed_ && self_) loop_.unref();
    refed_ = false;
    return Timeout(this);
  }
  bool hasRef() const override { return refed_; }
  bool keepsLoop() const override { return refed_ && !cleared_; }
  Timeout refresh() override {
    if (!cleared_) start();
    return Timeout(this);
  }
  Timeout close() override {
    clear();
    return Timeout(this);
  }
  double id() override {
    if (number_ == 0) {
      number_ = ++loop_.lastTimerNumber;
      if (!loopEnded_) loop_.numberedTimers[number_] = this;
    }
    return number_;
  }

  void clear() {
    cleared_ = true;
    NODECPP_ASSERT(armed() == bool(self_));
    if (self_) {
      loop_.timers().disarm(*this);
      release();
    }
    if (!inCallback_) callback_ = nullptr;
  }

 private:
  void onLoopEnd() override {
    NODECPP_ASSERT(!armed() && loop_.ends());
    Handle<TimeoutRecord> alive(this);
    loopEnded_ = cleared_ = true;
    self_ = nullptr;
    if (!inCallback_) callback_ = nullptr;
  }

  void release() {
    NODECPP_ASSERT(self_ && !armed());
    if (refed_) loop_.unref();
    self_ = nullptr;
  }

  void onTimer() override {
    NODECPP_ASSERT(self_ && !cleared_ && !inCallback_ && !loopEnded_);
    Handle<TimeoutRecord> alive(this);
    // As in Node: an interval is started again when its callback is over, even by an exception, and counts from the
    // time at which the callback began.
    release();
    inCallback_ = true;
    struct After {
      TimeoutRecord& timer;
      double began;
      const Timer*& running;
      ~After() {
        running = nullptr;
        NODECPP_ASSERT(timer.inCallback_ && timer.armed() == bool(timer.self_));
        NODECPP_ASSERT(!timer.cleared_ || !timer.armed());
        timer.inCallback_ = false;
        if (timer.repeat_ && !timer.cleared_) {
          if (!timer.armed()) {
            timer.self_ = Handle<TimeoutRecord>(&timer);
            if (timer.refed_) timer.loop_.ref();
          }
          timer.loop_.timers().arm(timer, timer.duration_, began);
        } else if (timer.cleared_) {
          timer.callback_ = nullptr;
        }
      }
    } after{*this, (loop_.updateNow(), loop_.now()), runningTimer(loop_)};
    after.running = this;
    loop_.enterContext(context_);
    callback_();
  }

  Loop& loop_;
  Function<void()> callback_;
  Handle<Object> context_ = Loop::currentContext();
  Enrolment enrolment_{this, [](TimeoutRecord* self, Tracer& tracer) {
                         if (!self->inCallback_) tracer(self->callback_);
                         tracer(self->context_);
                       }};
  Handle<TimeoutRecord> self_;  // A reference to itself, which keeps the Timeout alive while it is armed.
  double duration_;
  double number_ = 0;
  bool repeat_;
  bool refed_ = true;
  bool cleared_ = false;
  bool inCallback_ = false;
  bool loopEnded_;
};

// As Node's Timeout: an invalid duration becomes one millisecond, with a warning.
double durationFrom(Loop& loop, double milliseconds) {
  if (milliseconds >= 1 && milliseconds <= 2147483647) return std::trunc(milliseconds);
  const char* type = nullptr;
  const char* text = nullptr;
  if (milliseconds > 2147483647) {
    type = "TimeoutOverflowWarning";
    text = " does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.";
  } else if (milliseconds < 0 && !std::exchange(loop.warnedOfNegativeTimeout, true)) {
    type = "TimeoutNegativeWarning";
    text = " is a negative number.\nTimeout duration was set to 1.";
  } else if (std::isnan(milliseconds) && !std::exchange(loop.warnedOfNaNTimeout, true)) {
    type = "TimeoutNaNWarning";
    text = " is not a number.\nTimeout duration was set to 1.";
  }
  if (type && upward().timerWarning) upward().timerWarning(str(milliseconds) + text, type);
  return 1;
}

}  // namespace

void throwNoCallback() { throw invalidArgType("callback", "of type function", "undefined"); }

Timeout startTimeout(Function<void()> callback, double milliseconds, bool repeat) {
  Loop& loop = Loop::current();
  auto timer = make<TimeoutRecord>(loop, std::move(callback), durationFrom(loop, milliseconds), repeat);
  timer->start();
  return Timeout(timer.get());
}

Immediate startImmediate(Function<void()> callback) {
  auto immediate = make<ImmediateRecord>(std::move(callback));
  Loop::current().setImmediate(immediate.get());
  return Immediate(immediate.get());
}

void startFinalization(Function<void()> callback) noexcept {
  Loop* loop = Loop::currentOrNull();
  if (!loop || loop->ends()) return;
  startImmediate(std::move(callback))->unref();
}

void startImmediateTick(Loop& loop) {
  auto immediate = make<ImmediateRecord>([] {});
  loop.setImmediate(immediate.get());
}

Immediate ImmediateRecord::ref() {
  Loop::current().changeImmediateRef(this, true);
  return Immediate(this);
}
Immediate ImmediateRecord::unref() {
  Loop::current().changeImmediateRef(this, false);
  return Immediate(this);
}

void queueMicrotaskFunction(Function<void()> callback) {
  struct Held {
    Function<void()> callback;
    Handle<Object> context;
  };
  Loop& loop = Loop::current();
  loop.queueMicrotask({[](void* data) {
                         Held held = std::move(*static_cast<Held*>(data));
                         delete static_cast<Held*>(data);
                         Loop::current().enterContext(std::move(held.context));
                         held.callback();
                       },
                       [](void* data) noexcept { delete static_cast<Held*>(data); },
                       new Held{std::move(callback), loop.context()}});
}

}  // namespace detail

void clearTimeout(const Timeout& timeout) {
  if (timeout) timeout->close();
}

void clearTimeout(double id) {
  if (std::isnan(id)) return;  // NaN has no place in the order of a map, so the search could find any timer.
  auto& numbered = detail::Loop::current().numberedTimers;
  auto at = numbered.find(id);
  if (at != numbered.end()) Timeout(static_cast<detail::TimeoutRecord*>(at->second))->close();
}

void clearImmediate(const Immediate& immediate) {
  if (immediate) detail::Loop::current().clearImmediate(immediate.get());
}

}  // namespace nodecpp
