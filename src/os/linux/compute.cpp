// Computation of LinuxPort: jobs of its loop that run on the process's WorkPool.
#include <memory>

#include "base/assertion.h"
#include "os/linux/inbox.h"
#include "os/linux/linux_port.h"
#include "os/linux/work_pool.h"

namespace nodecpp::os {

// A job given to the pool. The pool uses the object until `ended` is called, then the inbox owns it.
class LinuxPort::Computing final : public Work, public Delivery {
 public:
  Computing(LinuxPort& port, Job* job, int priority) : Work(priority), port_(port), inbox_(port.inbox_), job_(job) {
    NODECPP_ASSERT(job && port.inbox_);
    job->place = this;
  }

  void run() noexcept override {
    NODECPP_ASSERT(job_);
    job_->run();
  }
  void ended() noexcept override {
    std::shared_ptr<Inbox> inbox = std::move(inbox_);
    NODECPP_ASSERT(inbox);
    if (!inbox->post(this)) delete this;
  }
  void deliver() override {
    if (!forgotten_) {
      NODECPP_ASSERT(job_ && port_.computing_ > 0, port_.computing_);
      --port_.computing_;
      job_->done();
    }
  }

  // Called when the pool has refused the work: the job belongs to the caller again.
  void refused() {
    NODECPP_ASSERT(job_ && !forgotten_);
    job_.release();
    delete this;
  }
  // Called on the loop's thread when the program gives up a job whose end was not reported yet. The job's `done` will
  // not be called.
  void forget() {
    NODECPP_ASSERT(!forgotten_ && port_.computing_ > 0, port_.computing_);
    --port_.computing_;
    forgotten_ = true;
    if (WorkPool::ofProcess().withdraw(this)) job_.reset();
  }

 private:
  LinuxPort& port_;
  std::shared_ptr<Inbox> inbox_;
  std::unique_ptr<Job> job_;
  bool forgotten_ = false;
};

ErrorCode LinuxPort::compute(Job* job, int priority) {
  NODECPP_ASSERT(job);
  if (!inbox_) inbox_ = std::make_shared<Inbox>(waker_);
  auto* computation = new Computing(*this, job, priority);
  ++computing_;
  ErrorCode error = WorkPool::ofProcess().submit(computation);
  if (!error) return 0;
  --computing_;
  computation->refused();
  return error;
}

void setComputation(std::size_t threads, std::size_t waiting) { WorkPool::ofProcess().configure(threads, waiting); }

void LinuxPort::forget(Job* job) {
  NODECPP_ASSERT(job && job->place);
  static_cast<Computing*>(job->place)->forget();
}

}  // namespace nodecpp::os
