// Threads of simulated programs: real ones, of which one at a time runs, and only while the world waits for it. Which,
// and when, the world decides, so that a run repeats itself.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "os/port/threads.h"

namespace nodecpp::os {

class Network;
class SimPort;

class SimThread final : public Thread, private ThreadWaits {
 public:
  SimThread(SimPort& owner, ThreadSpec&& spec, ThreadSink* sink);
  // Ends it: what it waits for does not come.
  ~SimThread();

  // The world's side. Whether it has something to do now, and when it wants to go on at the latest.
  bool due() const;
  std::uint64_t nextTime() const { return until_; }
  // Lets it run until it waits again, or has ended.
  void resume();
  bool over() const { return over_; }
  int code() const { return code_; }

  // The thread's own: gives the world back until something is to be done, or `time` has come. Throws ProgramExit when
  // the thread is to end.
  void park(std::uint64_t time);

  ThreadSink* sink;
  bool refed = true;

 private:
  void run();
  void handBack();
  bool until(bool (*ready)(const void* context), const void* context, double milliseconds) override;

  SimPort& owner_;
  ThreadSpec spec_;
  std::unique_ptr<SimPort> port_;
  bool (*ready_)(const void* context) = nullptr;  // what it waits for, where that is no message to its port
  const void* context_ = nullptr;
  std::uint64_t until_ = 0;
  bool over_ = false;
  bool ends_ = false;
  int code_ = 0;

  std::mutex mutex_;
  std::condition_variable turned_;
  bool theirs_ = false;  // it runs
  std::thread thread_;
};

}  // namespace nodecpp::os
