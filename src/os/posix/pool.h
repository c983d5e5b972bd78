// The pool: threads for work that blocks. UV_THREADPOOL_SIZE sets their number, 4 by default, as in Node.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "os/port/computation.h"
#include "os/port/turns.h"

namespace nodecpp::os {

class Pool {
 public:
  explicit Pool(Turns& turns) : turns_(turns) {}
  ~Pool();

  // Where no thread at all can be made, the job runs at once, on the caller's.
  // Slow jobs (look-ups) never take more than half of the threads, as in libuv: files need not wait for a name server.
  void submit(Job* job, bool slow = false);
  // On the loop's thread: calls `done` of what is finished, in the order it finished.
  void finish();
  bool busy() const { return outstanding_ != 0; }

 private:
  struct Waiting {
    Job* job;
    bool slow;
  };
  static void* threadMain(void* pool);
  // As many as there are to be; fewer where the system has no more now.
  void startThreads();
  void work();
  // The next that may run; the end when there is none.
  std::deque<Waiting>::iterator next();

  Turns& turns_;
  std::size_t outstanding_ = 0;  // the loop's own count
  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Waiting> waiting_;
  std::size_t slowRunning_ = 0;
  std::deque<Job*> finished_;
  std::vector<pthread_t> threads_;
  std::size_t size_ = 0;  // how many there are to be; 0 before the first job
  bool ending_ = false;
};

}  // namespace nodecpp::os
