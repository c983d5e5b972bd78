// Where the work of zlib runs, and when the program hears of it. Small work is done at once, on the loop's thread;
// larger work goes to the port's threads for computation. In both cases the program hears of it in a later phase of the
// loop, as in Node, where every piece of work goes to a thread.
#pragma once

#include <nodecpp/function.h>

#include <memory>

namespace nodecpp::zlib::detail {

// Calls `f` in the close phase of this round, after the immediates: a thread of Node's would not have been done before.
// Calls come in the order of the calls of this function, each as a callback of its own, with ticks and microtasks
// behind it.
void deliverLater(Function<void()> f);

// Work for another thread. It refers to nothing that the program can reach, unless it overrides letGo.
class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  virtual ~Task() = default;
  virtual void run() noexcept = 0;
  // Whether `run` changes what later work goes on with, so that a snapshot of the process must wait for its end.
  // Otherwise a snapshot may be taken in the midst, and the work is done again in it.
  virtual bool changesState() const noexcept { return false; }
  // Called on the loop's thread when the loop ends before the work is done: releases what the program can reach. `run` may
  // be under way on another thread.
  virtual void letGo() noexcept {}
};

// Gives the task to the port's threads and calls `done` when it has run. Returns false, and leaves the task with the
// caller, when too many wait: the caller does the work itself, which keeps it from asking for more.
bool compute(std::unique_ptr<Task>& task, Function<void(Task&)> done);

}  // namespace nodecpp::zlib::detail
