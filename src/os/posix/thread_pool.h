// The pool: threads for jobs that block. UV_THREADPOOL_SIZE sets their number, which is 4 by default, as in Node.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "os/port/computation_role.h"
#include "os/port/turns_role.h"

namespace nodecpp::os {

class Pool {
 public:
  explicit Pool(Turns& turns) : turns_(turns) {}
  ~Pool();

  // Queues a job. When no thread can be started, the job runs at once on the caller's thread. Slow jobs (look-ups)
  // never occupy more than half of the threads, as in libuv, so that files need not wait for a name server.
  void submit(Job* job, bool slow = false);
  // Called on the loop's thread: calls `done` of each finished job, in the order in which the jobs finished.
  void finish();
  bool busy() const { return outstanding_ != 0; }

 private:
  struct Waiting {
    Job* job;
    bool slow;
  };
  static void* threadMain(void* pool);
  // Starts the missing threads, as far as the system permits.
  void startThreads();
  void work();
  // Returns the first job that may run now, or the end of the queue.
  std::deque<Waiting>::iterator next();

  Turns& turns_;
  std::size_t outstanding_ = 0;  // Jobs whose `done` was not called yet; used on the loop's thread only.
  std::mutex mutex_;
  std::condition_variable available_;
  std::deque<Waiting> waiting_;
  std::size_t slowRunning_ = 0;
  std::deque<Job*> finished_;
  std::vector<pthread_t> threads_;
  std::size_t size_ = 0;  // The number of threads wanted; 0 before the first job.
  bool ending_ = false;
};

}  // namespace nodecpp::os
