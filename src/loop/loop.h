// The event loop: Node's phases in Node's order (timers, poll, check, close). Between any two callbacks the nextTick
// queue runs, then the microtasks. A thread has one loop.
// https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/object.h>

#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <vector>

#include "base/assertion.h"
#include "base/containers/ring.h"
#include "base/objects/cycle_collector.h"
#include "loop/timer_lists.h"
#include "os/port/port.h"

namespace nodecpp {

class ImmediateObject;

namespace detail {

class Loop;

// One microtask: a function and its argument, which the microtask owns.
struct Microtask {
  void (*run)(void* data);
  void (*drop)(void* data) noexcept;  // Called instead of `run` when the program ends before the microtask runs.
  void* data;
};

// An entry of the nextTick queue: a function and its argument, which the entry owns, and the context that was current
// when it was queued. It consists of plain words, since the queue moves them twice for each tick.
struct Tick {
  void (*run)(void* data);
  void (*drop)(void* data) noexcept;  // Called instead of `run` when the program ends before the tick runs.
  void* data;
  void* context;  // A kept Handle<Object>; null when there was no context.
};

// A counted reference, such as a Handle or a Function, as a plain word: wordOf() gives the word, with the reference, and
// fromWord() makes the reference of it again. Both types can be moved by copying their bytes.
template <class R>
void* wordOf(R reference) noexcept {
  static_assert(sizeof(R) == sizeof(void*));
  void* word = nullptr;
  std::memcpy(&word, static_cast<const void*>(&reference), sizeof word);
  ::new (static_cast<void*>(&reference)) R;
  return word;
}
template <class R>
R fromWord(void* word) noexcept {
  static_assert(sizeof(R) == sizeof(void*));
  R reference;
  std::memcpy(static_cast<void*>(&reference), &word, sizeof word);
  return reference;
}

// An object that has output to send when the running callback is over.
class Flushable {
 public:
  virtual void flush() = 0;
  bool isFlushQueued() const noexcept { return toFlush_; }

 protected:
  ~Flushable() = default;

 private:
  friend class Loop;
  Flushable* nextToFlush_ = nullptr;
  bool toFlush_ = false;
};

// A callback that the pending phase or the close phase will run.
struct Closing {
  void (*run)(void* data);
  void* data;
};

class Loop {
 public:
  explicit Loop(os::Port& port);
  ~Loop();
  Loop(const Loop&) = delete;

  // Returns the loop of this thread. Throws an Error when the runtime has not been started.
  static Loop& current() {
    if (!current_) [[unlikely]]
      noLoop();
    return *current_;
  }
  static Loop* currentOrNull() noexcept { return current_; }
  // Makes `loop` the loop of this thread. Returns the loop before it.
  static Loop* setCurrent(Loop* loop) noexcept {
    CycleCollector::setOwner(loop);
    return std::exchange(current_, loop);
  }

  os::Port& port() noexcept { return port_; }

  // Runs `f` as a callback from outside the program. Exceptions become uncaughtException. Afterwards ticks and
  // microtasks run, output is sent, and objects without references are freed. A nested call leaves all this to the
  // outermost call.
  template <class F>
  void makeCallback(F&& f) {
    NODECPP_DEBUG_ASSERT(isOnItsThread() && current_ == this);
    Scope scope(*this);
    callInScope(f);
  }

  // The same for a callback whose handle or operation has kept the context in which it was made.
  template <class F>
  void makeCallback(const Handle<Object>& context, F&& f) {
    NODECPP_DEBUG_ASSERT(isOnItsThread() && current_ == this);
    ContextualScope scope(*this, context);
    callInScope(f);
  }

  // The context of the running callback: the values of AsyncLocalStorage as one immutable object, which
  // src/async_hooks/ makes. It is null when there are none, and when no callback runs. Whatever calls back later keeps
  // it, and enters it before it calls. Each callback, tick and microtask begins with its own.
  const Handle<Object>& context() const noexcept { return context_; }
  // Returns the context of this thread's loop, null without a loop.
  static Handle<Object> currentContext() noexcept { return current_ ? current_->context_ : Handle<Object>(); }
  void enterContext(const Handle<Object>& context) noexcept {
    if (context_.get() != context.get()) [[unlikely]]
      context_ = context;
  }
  void endContext() noexcept {
    if (context_) [[unlikely]]
      context_ = nullptr;
  }
  void enterContext(Handle<Object>&& context) noexcept {
    if (context_.get() != context.get()) [[unlikely]]
      context_ = std::move(context);
  }
  // Returns the context before.
  Handle<Object> exchangeContext(Handle<Object> context) noexcept {
    return std::exchange(context_, std::move(context));
  }
  // Makes the current context the one that `kept` keeps.
  void keepContext(Handle<Object>& kept) const noexcept {
    if (kept.get() != context_.get()) [[unlikely]]
      kept = context_;
  }

  void nextTick(Function<void()> f) {
    NODECPP_DEBUG_ASSERT(isOnItsThread());
    using F = Function<void()>;
    ticks_.push_back({[](void* data) { fromWord<F>(data)(); }, [](void* data) noexcept { fromWord<F>(data); },
                      wordOf(std::move(f)), contextOfTick()});
  }
  // Queues a method call without a closure: nextTick<&X::f>(x) calls x.f().
  template <auto method, class T>
  void nextTick(T& object) {
    NODECPP_DEBUG_ASSERT(isOnItsThread());
    ticks_.push_back({[](void* data) {
                        const auto held = fromWord<Handle<T>>(data);
                        (held.get()->*method)();
                      },
                      [](void* data) noexcept { fromWord<Handle<T>>(data); }, wordOf(Handle<T>(&object)),
                      contextOfTick()});
  }
  void queueMicrotask(Microtask task) {
    NODECPP_DEBUG_ASSERT(task.run && task.drop && isOnItsThread());
    microtasks_.push_back(task);
  }
  // Removes the microtask with this argument from the queue; it is neither run nor dropped. The time grows with the
  // length of the queue.
  void unqueueMicrotask(void* data) noexcept;
  void setImmediate(ImmediateObject* immediate);
  void clearImmediate(ImmediateObject* immediate);
  void changeImmediateRef(ImmediateObject* immediate, bool on);
  TimerLists& timers() noexcept { return timers_; }
  // Returns how many immediates keep the loop running.
  std::size_t refedImmediates() const noexcept { return refedImmediates_; }
  // Queues a callback that runs in the next round before the loop waits; libuv calls these pending callbacks.
  void queuePending(Closing pending) {
    NODECPP_ASSERT(pending.run && isOnItsThread());
    pending_.push_back(pending);
  }
  void queueClosing(Closing closing) {
    NODECPP_ASSERT(closing.run && isOnItsThread());
    closing_.push_back(closing);
  }
  void queueFlush(Flushable* flushable) {
    NODECPP_DEBUG_ASSERT(!firstToFlush_ == !lastToFlush_);
    NODECPP_DEBUG_ASSERT(!lastToFlush_ || (lastToFlush_->toFlush_ && !lastToFlush_->nextToFlush_));
    if (flushable->toFlush_) return;
    flushable->toFlush_ = true;
    flushable->nextToFlush_ = nullptr;
    if (lastToFlush_)
      lastToFlush_->nextToFlush_ = flushable;
    else
      firstToFlush_ = flushable;
    lastToFlush_ = flushable;
    ++flushesQueued_;
  }
  // Returns how many objects wait for their flush.
  std::size_t flushesQueued() const noexcept { return flushesQueued_; }
  // Removes an object that ends while it is queued for a flush.
  void cancelFlush(Flushable* flushable);

  // Returns the seed of hash tables whose keys are untrusted input. It stays the same as long as the loop.
  std::uint64_t hashSeed() noexcept;

  // Count reasons to keep the loop alive besides timers, immediates and the port's own work.
  void ref() noexcept { ++refs_; }
  void unref() noexcept {
    NODECPP_ASSERT(refs_ > 0);
    --refs_;
  }

  // Returns milliseconds since the loop was made, as read at the start of the turn.
  double now() const noexcept { return now_; }
  void updateNow();
  // Return nanoseconds of the monotonic clock: the time of the last updateNow(), the time at which run() began (0
  // before), and how long the loop has waited for events since then.
  std::uint64_t time() const noexcept { return time_; }
  std::uint64_t runTime() const noexcept { return runTime_; }
  std::uint64_t idleTime() const noexcept { return idleTime_; }
  // Returns the number of turns.
  std::uint64_t turns() const noexcept { return turns_; }
  // Returns the time at which the loop was made, in nanoseconds of the monotonic clock.
  std::uint64_t startTime() const noexcept { return start_; }

  bool alive();
  // Runs the timers phase.
  void runTimers();
  // Runs one round of all phases. `mayWait` is false when the caller has more to do itself.
  [[gnu::noinline]] void turn(bool mayWait);  // Not inlined, since `make count` counts inside it.
  // Runs turns until nothing keeps the loop alive.
  void run();
  // Returns the time of the next timer, whether it keeps the loop alive or not, in milliseconds since the loop was
  // made. Infinity when there is none, zero when something is to be done at once.
  double nextDeadline();

  // Drops everything that still waits, then destroys the LoopLocal values of this loop. Called by the destructor, too.
  // The loop is the thread's current loop meanwhile.
  void end();
  // Whether end() has begun. Destructors may set timers and immediates after that, which never run.
  bool ends() const noexcept { return ends_; }

  // For the census: calls f(slot, place) for each LoopLocal that has a value in this loop, with the LoopLocal and the
  // address of the pointer to its value.
  template <class F>
  void visitLocals(F&& f) const {
    for (const LoopSlot* slot : localsMade_) f(slot, &locals_[slot->number_]);
  }

  // Sends the output that was collected. Called also when the program is about to end, so that no output is lost.
  void flushOutput();
  // Runs ticks and microtasks until there are none, in the middle of a callback, as Node does between the messages that
  // a parser finds in one read.
  void runTicks();
  // Runs ticks and microtasks until there are none.
  void drain();
  void uncaught(const std::exception_ptr& error);

  // True while an unhandled rejection is raised as an uncaught exception.
  bool uncaughtIsRejection = false;
  // Pointers that are used too often for a LoopLocal: the state of unhandled rejections in src/promise, and the process
  // object.
  void* promiseState = nullptr;
  void* processState = nullptr;
  // The channels of diagnostics_channel and the observers of perf_hooks, for modules that publish to them. Null as long
  // as the program uses neither, so that this costs those modules one test.
  void* channels = nullptr;
  void* observers = nullptr;
  // Functions that are called in order when the loop ends, before its microtasks are dropped.
  std::deque<void (*)(Loop&)> atDestruction;
  // Timers whose number was asked for, so that clearTimeout(number) finds them.
  std::map<double, Timer*> numberedTimers;
  double lastTimerNumber = 0;
  bool warnedOfNegativeTimeout = false;
  bool warnedOfNaNTimeout = false;

 private:
  [[noreturn]] static void noLoop();
  void dropQueued();
  void destroyLocals() noexcept;
  friend class LoopSlot;
  // The scope of a callback, which exceptions leave as well.
  struct Scope {
    explicit Scope(Loop& l) noexcept : loop(l) {
      if (loop.depth_++ == 0) enterCallback();
    }
    ~Scope() {
      NODECPP_DEBUG_ASSERT(loop.depth_ > 0);
      if (--loop.depth_ == 0) {
        loop.endContext();
        leaveCallback();
      }
    }
    Scope(const Scope&) = delete;
    Loop& loop;
  };
  // The same with a context. A callback inside of another one gives that one its context back.
  struct ContextualScope {
    ContextualScope(Loop& l, const Handle<Object>& context) noexcept : loop(l) {
      if (loop.depth_++ == 0) [[likely]]
        enterCallback();
      else
        before = loop.context_;
      loop.enterContext(context);
    }
    ~ContextualScope() {
      NODECPP_DEBUG_ASSERT(loop.depth_ > 0);
      if (--loop.depth_ == 0) [[likely]] {
        loop.endContext();
        leaveCallback();
      } else {
        loop.enterContext(std::move(before));
      }
    }
    ContextualScope(const ContextualScope&) = delete;
    Loop& loop;
    Handle<Object> before;
  };
  // Calls `f` inside of a scope, and after the outermost callback what follows it.
  template <class F>
  void callInScope(F&& f) {
    try {
      f();
    } catch (const ProgramExit&) {
      throw;
    } catch (...) {
      callbackFailed(std::current_exception());
      callbackThrew_ = true;
      return;
    }
    if (depth_ == 1) [[likely]]
      afterCallback();
    callbackThrew_ = false;
  }
  // Returns the current context for a new tick, with a reference of its own.
  void* contextOfTick() const noexcept {
    if (!context_) [[likely]]
      return nullptr;
    return wordOf(context_);
  }
  void enterContextOf(const Tick& tick) noexcept {
    if (tick.context || context_) [[unlikely]]
      enterContext(fromWord<Handle<Object>>(tick.context));
  }
  void callbackFailed(const std::exception_ptr& error);
  void afterCallback();
  void collectCircles();
  void runImmediates();
  void runRemainingTicks();
  void runPending();
  void runClosing();
  // Whether the caller runs on the thread that has made this loop. No other thread may touch a loop.
  bool isOnItsThread() const noexcept { return thread_ == threadNumber; }

  static constinit thread_local Loop* current_;

  os::Port& port_;
  Handle<Object> context_;
  Ring<Tick> ticks_;
  Ring<Microtask> microtasks_;
  Flushable* firstToFlush_ = nullptr;
  Flushable* lastToFlush_ = nullptr;
  std::size_t flushesQueued_ = 0;
  TimerLists timers_;
  ImmediateObject* firstImmediate_ = nullptr;
  ImmediateObject* lastImmediate_ = nullptr;
  ImmediateObject* runningImmediate_ = nullptr;  // The next immediate of the round of immediates that runs.
  std::size_t refedImmediates_ = 0;
  bool ends_ = false;
  std::deque<Closing> pending_;
  std::deque<Closing> closing_;
  std::vector<void*> locals_;          // The values of LoopLocals, indexed by their numbers.
  std::vector<LoopSlot*> localsMade_;  // The LoopLocals with a value, in the order in which the values were made.
  std::size_t refs_ = 0;
  std::uint32_t depth_ = 0;
  bool callbackThrew_ = false;  // The last callback threw an exception that was handled.
  const std::uint16_t thread_ = threadNumber;
  std::uint64_t start_;
  std::uint64_t time_ = 0;
  std::uint64_t runTime_ = 0;
  std::uint64_t idleTime_ = 0;
  std::uint64_t turns_ = 0;
  bool waiting_ = false;  // The port waits for events. Its wake-up ends the time of waiting.
  double now_ = 0;
  std::uint64_t hashSeed_ = 0;
};

// Makes a context current in a scope.
class ContextScope {
 public:
  ContextScope(Loop& loop, const Handle<Object>& context) noexcept : loop_(loop), before_(loop.context()) {
    loop.enterContext(context);
  }
  ~ContextScope() { loop_.enterContext(std::move(before_)); }
  ContextScope(const ContextScope&) = delete;

 private:
  Loop& loop_;
  Handle<Object> before_;
};

}  // namespace detail
}  // namespace nodecpp
