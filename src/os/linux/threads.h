// The threads that a loop has started.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "os/linux/linux_port.h"

namespace nodecpp::os {

class LinuxThread;

class LinuxThreads {
 public:
  explicit LinuxThreads(LinuxPort& port);
  ~LinuxThreads();

  ErrorCode start(ThreadSpec&& spec, ThreadSink* sink, Thread** thread);
  void keepAlive(Thread* thread, bool on);
  bool join(Thread* thread, int milliseconds);
  bool busy() const { return refed_ != 0; }
  // Tells of those that have ended, in the order in which they did.
  void finish();

  // Some thread of the process was not waited for.
  static bool left();
  static void leaveAlone(LinuxThread* thread);

 private:
  friend class LinuxThread;
  // What a thread that outlives its loop still has.
  struct Ended {
    std::mutex mutex;
    std::condition_variable some;  // `threads` has one more
    std::vector<LinuxThread*> threads;
    std::vector<int> children;  // of the threads' that have outlived them, by their descriptors
    LinuxPort* port;
  };
  // Children of threads that have ended are the port's.
  void adoptChildren();

  std::shared_ptr<Ended> ended_;
  std::vector<LinuxThread*> running_;
  std::size_t refed_ = 0;
};

}  // namespace nodecpp::os
