#include "os/linux/pool.h"

#include <pthread.h>

#include <csignal>
#include <cstdlib>

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
  some_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  for (const Waiting& waiting : waiting_) delete waiting.job;
  for (Job* job : finished_) delete job;
}

void Pool::submit(Job* job, bool slow) {
  ++outstanding_;
  {
    std::lock_guard lock(mutex_);
    waiting_.push_back({job, slow});
    // Started with the first job: a program that never blocks has one thread.
    if (threads_.empty()) {
      sigset_t all, before;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are the loop's thread's
      for (std::size_t i = poolSize(); i > 0; --i) threads_.emplace_back([this] { work(); });
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
  }
  some_.notify_one();
}

std::deque<Pool::Waiting>::iterator Pool::next() {
  auto at = waiting_.begin();
  while (at != waiting_.end() && at->slow && slowRunning_ >= (threads_.size() + 1) / 2) ++at;
  return at;
}

void Pool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    some_.wait(lock, [&] { return ending_ || next() != waiting_.end(); });
    if (ending_) return;
    auto at = next();
    auto [job, slow] = *at;
    waiting_.erase(at);
    slowRunning_ += slow;
    lock.unlock();
    job->run();
    lock.lock();
    slowRunning_ -= slow;
    if (slow) some_.notify_one();  // one that had to wait may run now
    finished_.push_back(job);
    port_.wake();
  }
}

void Pool::finish() {
  std::deque<Job*> done;
  {
    std::lock_guard lock(mutex_);
    done.swap(finished_);
  }
  for (Job* job : done) {
    --outstanding_;
    job->done();
    delete job;
  }
}

}  // namespace nodecpp::os
