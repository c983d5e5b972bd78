#include "zlib/deliveries.h"

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/loop_local.h>

#include <deque>

#include "base/assertion.h"
#include "loop/context.h"
#include "os/port/port.h"

namespace nodecpp::zlib::detail {

namespace {

using nodecpp::detail::Loop;

struct Deliveries {
  std::deque<Function<void()>> waiting;
  bool queued = false;
};
constinit nodecpp::detail::LoopLocal<Deliveries> deliveries;

void deliver(void* data) {
  auto& all = *static_cast<Deliveries*>(data);
  NODECPP_ASSERT(all.queued && !all.waiting.empty());
  std::deque<Function<void()>> now;
  now.swap(all.waiting);
  all.queued = false;
  Loop& loop = Loop::current();
  while (!now.empty()) {
    Function<void()> first = std::move(now.front());
    now.pop_front();
    loop.makeCallback([&] { first(); });
    loop.runTicks();
  }
}

// The port owns the job. It destroys it on a thread of the pool when the loop has ended before; `done_` is given up
// then.
class Computing final : public os::Job, nodecpp::detail::LoopEnd {
 public:
  Computing(std::unique_ptr<Task> task, Function<void(Task&)> done)
      : task_(std::move(task)), done_(nodecpp::detail::inContext(std::move(done))) {
    remember();
  }
  void run() override { task_->run(); }
  bool changesState() const override { return task_->changesState(); }
  void done() override {
    NODECPP_ASSERT(task_ && done_);
    forget();
    Function<void(Task&)> done = std::move(done_);
    Loop::current().makeCallback([&] { done(*task_); });
  }
  std::unique_ptr<Task> refused() {
    forget();
    done_ = nullptr;
    return std::move(task_);
  }

 private:
  void onLoopEnd() noexcept override {
    done_ = nullptr;
    if (task_) task_->letGo();
  }

  std::unique_ptr<Task> task_;
  Function<void(Task&)> done_;
};

}  // namespace

void deliverLater(Function<void()> f) {
  Deliveries& all = *deliveries;
  all.waiting.push_back(nodecpp::detail::inContext(std::move(f)));
  if (std::exchange(all.queued, true)) return;
  Loop::current().queueClosing({deliver, &all});
}

bool compute(std::unique_ptr<Task>& task, Function<void(Task&)> done) {
  NODECPP_ASSERT(task);
  auto job = std::make_unique<Computing>(std::move(task), std::move(done));
  if (Loop::current().port().computation.compute(job.get(), 0)) {
    task = job->refused();
    return false;
  }
  (void)job.release();  // it is the port's
  return true;
}

}  // namespace nodecpp::zlib::detail
