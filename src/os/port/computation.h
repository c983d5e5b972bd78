// Computation: work on other threads, whose end is pushed. What blocks (files, look-ups) goes to the pool by `submit`,
// what needs the processor by `compute`.
//
// The contract, for the author of a back end:
// - From `submit` or a successful `compute` on the job belongs to the port, until `done` has returned; then the port
//   destroys it on the loop's thread. Where the loop ends first, the port destroys it without `done`.
// - `run` is called once, on any thread. A back end without threads (the simulated one) calls it on the loop's thread,
//   inside `wait`. `done` is called after it, inside a later `wait`.
// - Jobs of one loop may end in another order than that in which they began.
// - Look-ups of names never take all threads of the pool: files do not wait for a name server.
#pragma once

#include "os/port/basics.h"

namespace nodecpp::os {

// A piece of work.
class Job {
 public:
  virtual ~Job() = default;
  virtual void run() = 0;
  virtual void done() = 0;
  // The back end's own: where it holds the job.
  void* place = nullptr;
};

class Computation {
 public:
  virtual void submit(Job* job) = 0;
  // As submit, for what needs the processor: it runs on threads of its own, so that files and names never wait for it,
  // and only when no other thread wants the processor. The higher `priority` runs first. UV_ENOBUFS when as many wait
  // as may, UV_EAGAIN when no thread can be had: then the job is still the caller's.
  virtual ErrorCode compute(Job* job, int priority) = 0;
  // Of a job that computes and whose `done` has not been called, which it will not be then. It does not run, if it has
  // not begun.
  virtual void forget(Job* job) = 0;

 protected:
  ~Computation() = default;
};

// How many threads may compute, and how many jobs may wait for them, in this process; zero leaves it as it is. Called
// before the first job computes.
void setComputation(std::size_t threads, std::size_t waiting);

}  // namespace nodecpp::os
