// A service that all threads of a process use, for example the manager of locks. It has no thread of its own: requests
// go through the port into a queue, as messages to a thread do, and the thread that has posted one serves the queue.
// A replayed program posts nothing to real queues, so its services stay idle, and their answers come from the log.
#pragma once

#include <mutex>

#include "os/port/threads_role.h"

namespace nodecpp::os {

class MailService {
 public:
  MailService(const MailService&) = delete;
  // Posts a request. When the function returns, the request was served, and the answers were posted to their queues.
  void ask(Threads& threads, Message&& request) {
    threads.post(queue_, std::move(request));
    std::lock_guard guard(mutex_);
    // Another thread that held the lock may have served the request of this thread.
    for (Message next; queue_->take(next);) serve(std::move(next));
  }

 protected:
  MailService() = default;
  ~MailService() = default;
  // Serves a request. It is called with the lock held, on any thread, so it posts answers to queues and calls nothing
  // of a program.
  virtual void serve(Message&& request) = 0;
  std::lock_guard<std::mutex> lock() { return std::lock_guard(mutex_); }

 private:
  std::mutex mutex_;
  MailAddress queue_ = MailQueue::make();
};

}  // namespace nodecpp::os
