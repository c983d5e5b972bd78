// Computation: jobs that run on other threads and report their end to the loop. Jobs that block (files, look-ups) go to
// the pool by `submit`, jobs that need the processor go to threads of their own by `compute`.
//
// The contract, for the author of a back end:
// - `submit` and a successful `compute` give the job to the port. The port destroys the job on the loop's thread after
//   `done` has returned. When the loop ends first, the port destroys the job without calling `done`.
// - `run` is called once, on any thread. A back end without threads (the simulated one) calls `run` on the loop's
//   thread, inside `wait`. `done` is called after `run`, inside a later `wait`.
// - Jobs of one loop may end in another order than the order in which they began.
// - Look-ups of names never occupy all threads of the pool, so files do not wait for a name server.
#pragma once

#include "os/port/port_types.h"

namespace nodecpp::os {

// A piece of work for another thread.
class Job {
 public:
  virtual ~Job() = default;
  virtual void run() = 0;
  virtual void done() = 0;
  // Whether `run` changes what a later job goes on with, so that it cannot run twice. A job of `compute` that says so must be short:
  // a snapshot of the process waits for it (src/os/session/).
  virtual bool changesState() const { return false; }
  // For the back end alone: where it keeps its record of the job.
  void* place = nullptr;
};

class Computation {
 public:
  virtual void submit(Job* job) = 0;
  // Works as submit, for a job that needs the processor. The job runs on separate threads, so that files and names
  // never wait for it, and only when no other thread wants the processor. Jobs of higher `priority` run first. Returns
  // UV_ENOBUFS when the queue of waiting jobs is full, and UV_EAGAIN when no thread can be started; then the job still
  // belongs to the caller.
  virtual ErrorCode compute(Job* job, int priority) = 0;
  // Gives up a job that was given to `compute` and not yet reported by `done`: `done` is not called for it, and `run`
  // is not called if it has not begun.
  virtual void forget(Job* job) = 0;

 protected:
  ~Computation() = default;
};

// Sets how many threads of this process may compute and how many jobs may wait for them. Zero leaves a number as it is.
// Called before the first job is given to `compute`.
void setComputation(std::size_t threads, std::size_t waiting);

}  // namespace nodecpp::os
