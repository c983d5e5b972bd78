#include <nodecpp/timers.h>

#include <cmath>
#include <map>

#include "loop/immediate.h"

namespace nodecpp {

namespace detail {

namespace {

class TimeoutRecord;

// Those whose number was asked for, as clearTimeout(number) needs them.
constinit thread_local std::map<double, TimeoutRecord*>* numbered = nullptr;
constinit thread_local double lastNumber = 0;

class TimeoutRecord final : public TimeoutObject, public Timer {
 public:
  TimeoutRecord(Loop& loop, Function<void()> callback, double duration, bool repeat)
      : loop_(loop), callback_(std::move(callback)), duration_(duration), repeat_(repeat) {}
  ~TimeoutRecord() override {
    // Only a loop that has gone leaves an armed timer behind; a waiting one holds itself.
    if (number_ != 0 && numbered) numbered->erase(number_);
  }

  void start() {
    loop_.updateNow();
    if (!armed()) {
      self_ = Handle<TimeoutRecord>(this);
      if (refed_) loop_.ref();
    }
    loop_.timers().arm(*this, duration_, loop_.now());
  }

  Timeout ref() override {
    if (!refed_ && self_) loop_.ref();
    refed_ = true;
    return Timeout(this);
  }
  Timeout unref() override {
    if (refed_ && self_) loop_.unref();
    refed_ = false;
    return Timeout(this);
  }
  bool hasRef() const override { return refed_; }
  Timeout refresh() override {
    if (callback_) {
      if (inCallback_ && !self_) {
        // Fired and started again from its own callback.
        start();
      } else {
        start();
      }
    }
    return Timeout(this);
  }
  Timeout close() override {
    clear();
    return Timeout(this);
  }
  double id() override {
    if (number_ == 0) {
      number_ = ++lastNumber;
      if (!numbered) numbered = new std::map<double, TimeoutRecord*>;
      (*numbered)[number_] = this;
    }
    return number_;
  }

  void clear() {
    cleared_ = true;
    if (self_) {
      loop_.timers().disarm(*this);
      release();
    }
    if (!inCallback_) callback_ = nullptr;
  }

 private:
  void release() {
    if (refed_) loop_.unref();
    self_ = nullptr;
  }

  void onTimer() override {
    Handle<TimeoutRecord> alive(this);
    // An interval is started again when its callback is over, also by an exception, as of the time it began.
    release();
    inCallback_ = true;
    struct After {
      TimeoutRecord& timer;
      double began;
      ~After() {
        timer.inCallback_ = false;
        if (timer.repeat_ && !timer.cleared_) {
          if (!timer.armed()) {
            timer.self_ = Handle<TimeoutRecord>(&timer);
            if (timer.refed_) timer.loop_.ref();
          }
          timer.loop_.timers().arm(timer, timer.duration_, began);
        } else if (!timer.armed() && timer.cleared_) {
          timer.callback_ = nullptr;
        }
      }
    } after{*this, (loop_.updateNow(), loop_.now())};
    callback_();
  }

  Loop& loop_;
  Function<void()> callback_;
  Handle<TimeoutRecord> self_;  // while armed
  double duration_;
  double number_ = 0;
  bool repeat_;
  bool refed_ = true;
  bool cleared_ = false;
  bool inCallback_ = false;
};

}  // namespace

Timeout startTimeout(Function<void()> callback, double milliseconds, bool repeat) {
  double duration = milliseconds >= 1 && milliseconds <= 2147483647 ? std::trunc(milliseconds) : 1;
  auto timer = make<TimeoutRecord>(Loop::current(), std::move(callback), duration, repeat);
  timer->start();
  return Timeout(timer.get());
}

Immediate startImmediate(Function<void()> callback) {
  auto immediate = make<ImmediateRecord>(std::move(callback));
  Loop::current().setImmediate(immediate.get());
  return Immediate(immediate.get());
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
  auto* held = new Function<void()>(std::move(callback));
  Loop::current().queueMicrotask({[](void* data) {
                                    Function<void()> f = std::move(*static_cast<Function<void()>*>(data));
                                    delete static_cast<Function<void()>*>(data);
                                    f();
                                  },
                                  [](void* data) noexcept { delete static_cast<Function<void()>*>(data); }, held});
}

}  // namespace detail

void clearTimeout(const Timeout& timeout) {
  if (timeout) timeout->close();
}

void clearTimeout(double id) {
  if (!detail::numbered) return;
  auto at = detail::numbered->find(id);
  if (at != detail::numbered->end()) Timeout(at->second)->close();
}

void clearImmediate(const Immediate& immediate) {
  if (immediate) detail::Loop::current().clearImmediate(immediate.get());
}

}  // namespace nodecpp
