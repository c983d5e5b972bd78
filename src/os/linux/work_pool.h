// Threads for computation, apart from the threads for files and names. They run only when no other thread wants the
// processor (SCHED_IDLE), so that a loop keeps its core. One pool serves all loops of a process.
//
// The kernel may stop a thread of the pool at any instruction for as long as other threads have work. Therefore
// submitting and withdrawing work take no lock that such a thread may hold, and do not wait.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace nodecpp::os {

// A piece of computation. Its creator owns it, and must keep it until `ended` was called.
class Work {
 public:
  // Work of higher priority runs first; work of equal priority runs in order of submission.
  explicit Work(int priority = 0) noexcept : priority_(priority) {}
  Work(const Work&) = delete;
  virtual ~Work() = default;
  // Called on a thread of the pool. Must not throw.
  virtual void run() noexcept = 0;
  // Called once, on a thread of the pool: after `run`, or some time after the work was withdrawn. The pool does not
  // touch the object afterwards.
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
  // Returns the pool of the process. The pool is never destroyed, because its threads may still run while the process
  // ends.
  static WorkPool& ofProcess();

  WorkPool();
  WorkPool(const WorkPool&) = delete;
  // Ends the threads, which finish the work that they are running. Work that waits is neither run nor ended.
  ~WorkPool();

  // Sets the largest number of threads and the number of pieces of work that may wait for one. Called before the first
  // submit. The defaults are the number of processors that this process may use, and 4,096.
  void configure(std::size_t threads, std::size_t waiting) noexcept;
  std::size_t threads() noexcept;
  std::size_t bound() const noexcept { return bound_; }

  // Returns 0, -ENOBUFS when the queue of waiting work is full, or -EAGAIN when no thread can be started.
  int submit(Work* work) noexcept;
  // Withdraws work. Returns true when the work had not begun: it will not run. Must not be called after `ended`.
  bool withdraw(Work* work) noexcept;

 private:
  bool startThread() noexcept;
  void work() noexcept;
  Work* take() noexcept;
  static bool later(const Work* a, const Work* b) noexcept;
  static void* threadMain(void* pool);

  std::atomic<std::size_t> size_{0};  // The largest number of threads; 0 until asked for, which a replay never does.
  std::size_t bound_ = 4096;
  sem_t available_;                           // Counts submitted pieces of work that no thread has taken.
  std::atomic<std::size_t> waiting_{0};  // The number of pieces of work neither begun nor withdrawn.
  std::atomic<std::size_t> idle_{0};
  std::atomic<std::size_t> started_{0};
  std::atomic<Work*> newest_{nullptr};  // A list of submitted work that is not in `sorted_` yet.
  std::atomic<bool> ending_{false};
  // Members that only the pool's threads use.
  std::mutex mutex_;
  std::vector<Work*> sorted_;  // A heap of waiting work, ordered by priority and number.
  std::uint64_t lastNumber_ = 0;
  std::vector<unsigned long> ids_;  // The ids of the threads, written by the threads that start them.
  std::mutex idsMutex_;
};

}  // namespace nodecpp::os
