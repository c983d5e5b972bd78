// Threads of simulated programs. They are real threads, of which one at a time runs, and only while the world's thread
// waits for it. The world decides which thread runs and when, so that a run can be repeated exactly.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "os/port/threads_role.h"

namespace nodecpp::os {

class Network;
class SimPort;

class SimThread final : public Thread, private ThreadWaits {
 public:
  SimThread(SimPort& owner, ThreadSpec&& spec, ThreadSink* sink);
  // Ends the thread: it is resumed with an order to end, whatever it waits for.
  ~SimThread();

  // Called by the world. due() says whether the thread has something to do now, nextTime() when it wants to go on at
  // the latest.
  bool due() const;
  std::uint64_t nextTime() const { return until_; }
  // Lets the thread run until it waits again or has ended.
  void resume();
  bool over() const { return over_; }
  int code() const { return code_; }

  // Called by the thread: gives control back to the world until there is something to do or `time` has come. Throws
  // ProgramExit when the thread must end.
  void parkUntil(std::uint64_t time);

  ThreadSink* sink;
  bool refed = true;

 private:
  void run();
  void returnControl();
  bool until(bool (*ready)(const void* context), const void* context, double milliseconds) override;

  SimPort& owner_;
  ThreadSpec spec_;
  std::unique_ptr<SimPort> port_;
  // The condition that the thread waits for, unless it waits for its port.
  bool (*ready_)(const void* context) = nullptr;
  const void* context_ = nullptr;
  std::uint64_t until_ = 0;
  bool over_ = false;
  bool ends_ = false;
  int code_ = 0;

  std::mutex mutex_;
  std::condition_variable turnChanged_;
  bool threadRuns_ = false;  // The thread runs, and the world waits.
  std::thread thread_;
};

}  // namespace nodecpp::os
