// The loop: Node's phases in Node's order (timers, poll, check, close), and between any two callbacks the nextTick queue,
// then microtasks. One loop a thread.
// https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/loop_local.h>
#include <nodecpp/object.h>

#include <deque>
#include <exception>
#include <map>
#include <vector>

#include "base/cycle_collector.h"
#include "base/ring.h"
#include "loop/timer_lists.h"
#include "os/port/port.h"

namespace nodecpp {

class ImmediateObject;

namespace detail {

class Loop;

// One microtask: a function and its argument, which it owns.
struct Microtask {
  void (*run)(void* data);
  void (*drop)(void* data) noexcept;  // instead of `run`, when the program ends before
  void* data;
};

// An entry of the nextTick queue: a function, or a method of an object, which it holds.
struct Tick {
  Function<void()> function;
  Handle<Object> object{};
  void* self = nullptr;
  void (*method)(void* self) = nullptr;

  void operator()() const {
    if (method)
      method(self);
    else
      function();
  }
};

// Something that has output to send when the running callback is over.
class Flushable {
 public:
  virtual void flush() = 0;

 protected:
  ~Flushable() = default;

 private:
  friend class Loop;
  Flushable* nextToFlush_ = nullptr;
  bool toFlush_ = false;
};

// A callback of the pending or the close phase.
struct Closing {
  void (*run)(void* data);
  void* data;
};

class Loop {
 public:
  explicit Loop(os::Port& port);
  ~Loop();
  Loop(const Loop&) = delete;

  // The loop of this thread. Throws an Error when the runtime does not stand yet.
  static Loop& current() {
    if (!current_) [[unlikely]]
      noLoop();
    return *current_;
  }
  static Loop* currentOrNull() noexcept { return current_; }
  // Makes `loop` the thread's, and returns the one before.
  static Loop* setCurrent(Loop* loop) noexcept {
    CycleCollector::setOwner(loop);
    return std::exchange(current_, loop);
  }

  os::Port& port() noexcept { return port_; }

  // Runs `f` as a callback from outside: exceptions become uncaughtException; then ticks, microtasks, output, and the
  // freeing of what nobody refers to any more. Nested calls leave these to the outermost.
  template <class F>
  void makeCallback(F&& f) {
    Scope scope(*this);
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

  void nextTick(Function<void()> f) { ticks_.push_back({std::move(f)}); }
  // The same without a closure: nextTick<&X::f>(x) calls x.f().
  template <auto method, class T>
  void nextTick(T& object) {
    ticks_.push_back({nullptr, Handle<Object>(&object), &object, [](void* self) { (static_cast<T*>(self)->*method)(); }});
  }
  void queueMicrotask(Microtask task) { microtasks_.push_back(task); }
  // The one with this argument is not run, nor dropped. Takes time that grows with the queue.
  void unqueueMicrotask(void* data) noexcept;
  void setImmediate(ImmediateObject* immediate);
  void clearImmediate(ImmediateObject* immediate);
  void changeImmediateRef(ImmediateObject* immediate, bool on);
  TimerLists& timers() noexcept { return timers_; }
  // For the next round, before it waits: what libuv calls pending callbacks.
  void queuePending(Closing pending) { pending_.push_back(pending); }
  void queueClosing(Closing closing) { closing_.push_back(closing); }
  void queueFlush(Flushable* flushable) {
    if (flushable->toFlush_) return;
    flushable->toFlush_ = true;
    flushable->nextToFlush_ = nullptr;
    if (lastToFlush_)
      lastToFlush_->nextToFlush_ = flushable;
    else
      firstToFlush_ = flushable;
    lastToFlush_ = flushable;
  }
  // For one that ends while queued.
  void cancelFlush(Flushable* flushable);

  // What hash tables of keys that strangers choose are hashed with. The same for the loop's whole life.
  std::uint64_t hashSeed() noexcept;

  // What keeps the loop alive beside timers, immediates and the port's own work.
  void ref() noexcept { ++refs_; }
  void unref() noexcept { --refs_; }

  // Milliseconds since the loop was made, as of the start of the turn.
  double now() const noexcept { return now_; }
  void updateNow();
  // Nanoseconds at which the loop was made.
  std::uint64_t startTime() const noexcept { return start_; }

  bool alive();
  // The timers phase.
  void runTimers();
  // One round of all phases. `mayWait` is false when the caller has more to do itself.
  [[gnu::noinline]] void turn(bool mayWait);  // `make count` goes by it
  // Turns until nothing keeps the loop alive.
  void run();
  // The time of the next timer that keeps the loop alive or not, in ms since the loop was made; infinity for none. Zero
  // when something is to be done at once.
  double nextDeadline();

  // Lets go of everything that still waits, then destroys what LoopLocal keeps here; the destructor does it too. The loop is
  // current meanwhile.
  void end();
  // Whether that has begun: timers and immediates that are set from then on, by destructors, are never to be.
  bool ends() const noexcept { return ends_; }

  // For the census: calls f(slot, place) for each LoopLocal that has a value here, with the address of the LoopLocal and the
  // place of the pointer to its value.
  template <class F>
  void visitLocals(F&& f) const {
    for (const LoopSlot* slot : localsMade_) f(slot, &locals_[slot->number_]);
  }

  // Sends what was gathered; what ends the program must not keep it back.
  void flushOutput();
  // Runs ticks and microtasks until there are none, in the middle of a callback, as Node does between the pieces that a
  // parser finds.
  void runTicks();
  // Runs ticks and microtasks until there are none.
  void drain();
  void uncaught(const std::exception_ptr& error);

  // Set while an unhandled rejection is raised as an uncaught exception.
  bool uncaughtIsRejection = false;
  // What is looked at too often for a LoopLocal: the promise floor's rejections, and the process object.
  void* promiseState = nullptr;
  void* processState = nullptr;
  // Called in order when the loop ends, before its microtasks are dropped.
  std::deque<void (*)(Loop&)> atDestruction;
  // Timers whose number was asked for, as clearTimeout(number) needs them.
  std::map<double, Timer*> numberedTimers;
  double lastTimerNumber = 0;
  bool warnedOfNegativeTimeout = false;
  bool warnedOfNaNTimeout = false;

 private:
  [[noreturn]] static void noLoop();
  void dropQueued();
  void destroyLocals() noexcept;
  friend class LoopSlot;
  // A callback scope; left also by exceptions.
  struct Scope {
    explicit Scope(Loop& l) noexcept : loop(l) {
      if (loop.depth_++ == 0) enterCallback();
    }
    ~Scope() {
      if (--loop.depth_ == 0) leaveCallback();
    }
    Scope(const Scope&) = delete;
    Loop& loop;
  };
  void callbackFailed(const std::exception_ptr& error);
  void afterCallback();
  void collectCircles();
  void runImmediates();
  void runLeftTicks();
  void runPending();
  void runClosing();

  static constinit thread_local Loop* current_;

  os::Port& port_;
  Ring<Tick> ticks_;
  Ring<Microtask> microtasks_;
  Flushable* firstToFlush_ = nullptr;
  Flushable* lastToFlush_ = nullptr;
  TimerLists timers_;
  ImmediateObject* firstImmediate_ = nullptr;
  ImmediateObject* lastImmediate_ = nullptr;
  ImmediateObject* runningImmediate_ = nullptr;  // the next of the round that runs
  std::size_t refedImmediates_ = 0;
  bool ends_ = false;
  std::deque<Closing> pending_;
  std::deque<Closing> closing_;
  std::vector<void*> locals_;           // the values of LoopLocals, by their numbers
  std::vector<LoopSlot*> localsMade_;   // in the order in which they were made
  std::size_t refs_ = 0;
  std::uint32_t depth_ = 0;
  bool callbackThrew_ = false;  // the last one, and was forgiven
  std::uint64_t start_;
  double now_ = 0;
  std::uint64_t hashSeed_ = 0;
};

}  // namespace detail
}  // namespace nodecpp
