#include "os/posix/thread_pool.h"

#include <cstdlib>

#include "base/assertion.h"
#include "os/posix/begin_thread.h"

namespace nodecpp::os {

namespace {

std::size_t poolSize() {
  const char* text = std::getenv("UV_THREADPOOL_SIZE");
  long size = text ? std::strtol(text, nullptr, 10) : 4;
  return std::size_t(size < 1 ? 1 : size > 1024 ? 1024 : size);
}

}  // namespace

Pool::~Pool() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  available_.notify_all();
  for (pthread_t thread : threads_) pthread_join(thread, nullptr);
  for (const Waiting& waiting : waiting_) delete waiting.job;
  for (Job* job : finished_) delete job;
}

void* Pool::threadMain(void* pool) {
  static_cast<Pool*>(pool)->work();
  return nullptr;
}

// Called with each job. A program that never blocks has only its first thread; threads that the system refused are
// tried again with the next jobs.
void Pool::startThreads() {
  NODECPP_ASSERT(!ending_);
  if (!size_) size_ = poolSize();
  NODECPP_ASSERT(size_ >= 1 && size_ <= 1024, size_);
  while (threads_.size() < size_) {
    pthread_t thread{};
    if (beginThread(thread, "nodecpp-files", threadMain, this) != 0) return;
    threads_.push_back(thread);
  }
  NODECPP_ASSERT(threads_.size() <= size_, threads_.size(), size_);
}

void Pool::submit(Job* job, bool slow) {
  NODECPP_ASSERT(job);
  ++outstanding_;
  bool runs = false;
  {
    std::lock_guard lock(mutex_);
    startThreads();
    runs = !threads_.empty();
    if (runs) waiting_.push_back({job, slow});
  }
  if (runs) return available_.notify_one();
  job->run();
  std::lock_guard lock(mutex_);
  finished_.push_back(job);
  turns_.wake();
}

std::deque<Pool::Waiting>::iterator Pool::next() {
  auto at = waiting_.begin();
  NODECPP_DEBUG_ASSERT(slowRunning_ <= threads_.size(), slowRunning_, threads_.size());
  while (at != waiting_.end() && at->slow && slowRunning_ >= (threads_.size() + 1) / 2) ++at;
  return at;
}

void Pool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    available_.wait(lock, [&] { return ending_ || next() != waiting_.end(); });
    if (ending_) return;
    auto at = next();
    NODECPP_ASSERT(at != waiting_.end());
    auto [job, slow] = *at;
    NODECPP_ASSERT(job);
    waiting_.erase(at);
    slowRunning_ += slow;
    NODECPP_ASSERT(slowRunning_ <= threads_.size(), slowRunning_, threads_.size());
    lock.unlock();
    job->run();
    lock.lock();
    NODECPP_ASSERT(!slow || slowRunning_ > 0, slowRunning_);
    slowRunning_ -= slow;
    if (slow) available_.notify_one();  // Wakes a slow job that had to wait for its share of the threads.
    finished_.push_back(job);
    turns_.wake();
  }
}

void Pool::finish() {
  std::deque<Job*> done;
  {
    std::lock_guard lock(mutex_);
    done.swap(finished_);
  }
  for (Job* job : done) {
    NODECPP_ASSERT(job && outstanding_ > 0, outstanding_);
    --outstanding_;
    job->done();
    delete job;
  }
}

}  // namespace nodecpp::os
