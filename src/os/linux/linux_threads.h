// LinuxThreads manages the threads that a loop has started.
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
  // Pushes the ends of threads that have ended, in the order in which they ended.
  void finish();

  // Whether some thread of the process was left running.
  static bool left();
  static void leaveAlone(LinuxThread* thread);

 private:
  friend class LinuxThread;
  // The data that threads share with their loop. A thread that outlives its loop still holds it.
  struct Ended {
    std::mutex mutex;
    std::condition_variable some;  // Signalled when `threads` has got another element.
    std::vector<LinuxThread*> threads;
    std::vector<int> children;  // Process descriptors of children that outlived the thread that started them.
    LinuxPort* port;
  };
  // Gives children of threads that have ended to the loop's port, which waits for their ends.
  void adoptChildren();

  std::shared_ptr<Ended> ended_;
  std::vector<LinuxThread*> running_;
  std::size_t refed_ = 0;
};

}  // namespace nodecpp::os
