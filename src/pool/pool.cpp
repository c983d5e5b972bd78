#include <nodecpp/pool.h>

#include <memory>

#include "base/assertion.h"
#include "loop/loop.h"
#include "os/port/port.h"

namespace nodecpp {

namespace detail {

namespace {

// Gives a pool call to the port as a job. The port destroys the job, usually on the loop's thread. When the loop was
// destroyed before, the job is destroyed on a thread of the pool, after it has released everything that belonged to the
// loop.
class PoolJob final : public os::Job, public LoopEnd {
 public:
  PoolJob(PoolCall* call, const AbortSignal& signal) : call_(call) {
    remember();
    if (!signal) return;
    signal_ = signal;
    onAbort_ = [this] {
      AbortError error("The operation was aborted", signal_->reason());
      call_->fail(error);
      stop();
    };
    signal->addEventListener("abort", onAbort_);
  }
  ~PoolJob() override { leave(); }

  void run() override { call_->run(); }
  void done() override {
    NODECPP_ASSERT(call_ && Loop::currentOrNull());
    leave();
    Loop::current().makeCallback([this] { call_->settle(); });
  }
  void fail(const Error& error) { call_->fail(error); }
  // Called when nothing waits for the outcome of the call any more.
  void stop() {
    NODECPP_ASSERT(call_ && Loop::currentOrNull());
    leave();
    call_->letGo();
    Loop::current().port().computation.forget(this);
  }
  void onLoopEnd() noexcept override {
    leave();
    call_->letGo();
  }

 private:
  void leave() noexcept {
    NODECPP_ASSERT(!onAbort_ || signal_);
    forget();
    if (onAbort_) signal_->removeEventListener("abort", onAbort_);
    onAbort_ = nullptr;
    signal_ = nullptr;
  }

  std::unique_ptr<PoolCall> call_;
  AbortSignal signal_;
  Function<void()> onAbort_;
};

Error refused(os::ErrorCode error) {
  NODECPP_ASSERT(error < 0, error);
  if (error == UV_ENOBUFS)
    return codedError("ERR_POOL_QUEUE_FULL",
                      "Too many calls wait for the pool: --nodecpp-pool-queue says how many may");
  return uvException(error, "pthread_create");
}

}  // namespace

Function<void()> startPoolCall(PoolCall* call, const pool::Options& options) {
  NODECPP_ASSERT(call);
  std::unique_ptr<PoolCall> owned(call);
  if (options.signal && options.signal->aborted()) {
    call->fail(AbortError("The operation was aborted", options.signal->reason()));
    return [] {};
  }
  auto job = std::make_unique<PoolJob>(owned.release(), options.signal);
  if (os::ErrorCode error = Loop::current().port().computation.compute(job.get(), options.priority)) {
    job->fail(refused(error));
    return [] {};
  }
  // The function is called only while the promise waits, and the job exists that long.
  return [job = job.release()] { job->stop(); };
}

std::exception_ptr crossingException() {
  try {
    throw;
  } catch (Error& error) {
    unshare(error);
    return std::current_exception();
  } catch (const std::exception&) {
    return std::current_exception();
  } catch (const String& text) {
    return std::make_exception_ptr(String::copyOf(text.data(), text.size()));
  } catch (...) {
    return std::current_exception();
  }
}

}  // namespace detail

}  // namespace nodecpp
