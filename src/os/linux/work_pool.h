// Threads for computation, apart from those for files and names: they run only when no other thread wants the processor
// (SCHED_IDLE), so that a loop keeps its core. One pool for a process, whatever loops there are in it.
//
// A thread of the pool can be stopped at any instruction for as long as others have work. So whoever submits or
// withdraws takes no lock that such a thread may hold, and does not wait.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace nodecpp::os {

// A piece of computation. It is its maker's, who keeps it until `ended` was called.
class Work {
 public:
  // The higher first, equals in order.
  explicit Work(int priority = 0) noexcept : priority_(priority) {}
  Work(const Work&) = delete;
  virtual ~Work() = default;
  // On a thread of the pool. Throws nothing.
  virtual void run() noexcept = 0;
  // On a thread of the pool, once: after `run`, or some time after it was withdrawn. The pool's last look at it.
  virtual void ended() noexcept = 0;

 private:
  friend class WorkPool;
  enum class State : unsigned char { waiting, running, withdrawn };
  std::atomic<State> state_{State::waiting};
  int priority_;
  std::uint64_t number_ = 0;
  Work* next_ = nullptr;
};

class WorkPool {
 public:
  // Never destroyed: its threads may run while the process ends.
  static WorkPool& ofProcess();

  WorkPool();
  WorkPool(const WorkPool&) = delete;
  // Ends its threads, which finish what they run; what waits is not run, and not told.
  ~WorkPool();

  // How many threads at most, and how many pieces may wait for one; before the first is submitted. By default as many
  // as there are processors for this process, and 4,096.
  void configure(std::size_t threads, std::size_t waiting) noexcept;
  std::size_t threads() noexcept;
  std::size_t bound() const noexcept { return bound_; }

  // 0; -ENOBUFS when as many wait as may; -EAGAIN when there is no thread to be had.
  int submit(Work* work) noexcept;
  // True when it had not begun: it will not run. Not after `ended`.
  bool withdraw(Work* work) noexcept;

 private:
  bool startThread() noexcept;
  void work() noexcept;
  Work* take() noexcept;
  static bool later(const Work* a, const Work* b) noexcept;
  static void* threadMain(void* pool);

  std::atomic<std::size_t> size_{0};  // 0: not asked for yet; a replay never does
  std::size_t bound_ = 4096;
  sem_t some_;                           // one for each that was submitted
  std::atomic<std::size_t> waiting_{0};  // neither begun nor withdrawn
  std::atomic<std::size_t> idle_{0};
  std::atomic<std::size_t> started_{0};
  std::atomic<Work*> newest_{nullptr};  // what was submitted and not sorted yet
  std::atomic<bool> ending_{false};
  // Of the pool's threads among themselves.
  std::mutex mutex_;
  std::vector<Work*> sorted_;  // a heap
  std::uint64_t lastNumber_ = 0;
  std::vector<unsigned long> ids_;  // of the threads, by those that start them
  std::mutex idsMutex_;
};

}  // namespace nodecpp::os
