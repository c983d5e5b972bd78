#include "os/linux/work_pool.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/assertion.h"
#include "os/posix/begin_thread.h"

namespace nodecpp::os {

namespace {

std::size_t processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::size_t(std::max(CPU_COUNT(&set), 1));
}

}  // namespace

WorkPool& WorkPool::ofProcess() {
  static WorkPool* pool = new WorkPool;
  return *pool;
}

WorkPool::WorkPool() { sem_init(&available_, 0, 0); }

WorkPool::~WorkPool() {
  ending_ = true;
  for (std::size_t i = 0; i < ids_.size(); ++i) sem_post(&available_);
  for (pthread_t id : ids_) pthread_join(id, nullptr);
  sem_destroy(&available_);
}

void WorkPool::configure(std::size_t threads, std::size_t waiting) noexcept {
  if (threads) size_ = threads;
  if (waiting) bound_ = waiting;
}

std::size_t WorkPool::threads() noexcept {
  std::size_t size = size_.load(std::memory_order_relaxed);
  if (!size) size_.store(size = processors(), std::memory_order_relaxed);
  NODECPP_ASSERT(size > 0, size);
  return size;
}

// The work is counted before it is queued, so that the limit of waiting work is kept even if several threads submit at
// once.
int WorkPool::submit(Work* work) noexcept {
  NODECPP_ASSERT(work);
  if (waiting_.fetch_add(1, std::memory_order_relaxed) >= bound_) {
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return -ENOBUFS;
  }
  // Threads are started one by one when there is work for them, so a program that never computes has none.
  if (idle_.load(std::memory_order_relaxed) < waiting_.load(std::memory_order_relaxed) && !startThread() &&
      started_.load() == 0) {
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return -EAGAIN;
  }
  NODECPP_ASSERT(work->state_.load(std::memory_order_relaxed) == Work::State::waiting);
  work->next_ = newest_.load(std::memory_order_relaxed);
  while (!newest_.compare_exchange_weak(work->next_, work, std::memory_order_release, std::memory_order_relaxed)) {
  }
  sem_post(&available_);
  return 0;
}

bool WorkPool::withdraw(Work* work) noexcept {
  auto waiting = Work::State::waiting;
  if (!work->state_.compare_exchange_strong(waiting, Work::State::withdrawn, std::memory_order_acq_rel)) return false;
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

bool WorkPool::startThread() noexcept {
  std::size_t started = started_.load();
  do {
    if (started >= threads()) return false;
  } while (!started_.compare_exchange_weak(started, started + 1));
  pthread_t id{};
  if (beginThread(id, "nodecpp-pool", threadMain, this) != 0) {
    started_.fetch_sub(1);
    return false;
  }
  std::lock_guard lock(idsMutex_);  // No thread of the pool takes this lock.
  ids_.push_back(id);
  return true;
}

void* WorkPool::threadMain(void* pool) {
  sched_param none{};
  // When SCHED_IDLE is not permitted, the thread runs with normal priority.
  pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
  static_cast<WorkPool*>(pool)->work();
  return nullptr;
}

// The main function of a pool's thread. Withdrawn work is taken like other work, but not run.
void WorkPool::work() noexcept {
  while (true) {
    idle_.fetch_add(1, std::memory_order_relaxed);
    while (sem_wait(&available_) != 0) {
    }
    idle_.fetch_sub(1, std::memory_order_relaxed);
    if (ending_) return;
    Work* work = take();
    auto waiting = Work::State::waiting;
    NODECPP_ASSERT(work);
    if (work->state_.compare_exchange_strong(waiting, Work::State::running, std::memory_order_acq_rel)) {
      waiting_.fetch_sub(1, std::memory_order_relaxed);
      work->run();
    }
    work->ended();
  }
}

bool WorkPool::later(const Work* a, const Work* b) noexcept {
  return a->priority_ != b->priority_ ? a->priority_ < b->priority_ : a->number_ > b->number_;
}

Work* WorkPool::take() noexcept {
  // Submitted work forms a list with the newest first. It is reversed here, so that it gets its numbers in the order of
  // submission.
  std::lock_guard lock(mutex_);
  Work* first = nullptr;
  for (Work* newest = newest_.exchange(nullptr, std::memory_order_acquire); newest;) {
    Work* next = std::exchange(newest->next_, first);
    first = std::exchange(newest, next);
  }
  for (; first; first = first->next_) {
    NODECPP_ASSERT(first->number_ == 0, first->number_);
    first->number_ = ++lastNumber_;
    sorted_.push_back(first);
    std::ranges::push_heap(sorted_, later);
  }
  // The semaphore was posted once for each piece of work, so the heap is not empty here.
  NODECPP_ASSERT(!sorted_.empty());
  std::ranges::pop_heap(sorted_, later);
  NODECPP_ASSERT(sorted_.back() && sorted_.back()->number_ > 0 && sorted_.back()->number_ <= lastNumber_, lastNumber_);
  Work* work = sorted_.back();
  sorted_.pop_back();
  return work;
}

}  // namespace nodecpp::os
