// Computation on the pool, for the calls of crypto with a callback.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/error.h>
#include <nodecpp/function.h>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "loop/loop.h"

namespace nodecpp::crypto::detail {

// A job of the pool. `work` computes a plain value from plain values on any thread, and may be called again when a
// snapshot of the process was taken while it ran; so its outcome is published by one store. `finish` gets the outcome
// on the loop's thread. The job may be destroyed on another thread, after the loop's end, and has released `finish` by
// then.
template <class Work, class Finish>
class Job final : public os::Job, nodecpp::detail::LoopEnd {
 public:
  using Outcome = std::invoke_result_t<const Work&>;
  Job(Work work, Finish finish) : work_(std::move(work)), finish_(std::move(finish)) { remember(); }
  ~Job() override { delete outcome(); }

  void run() override {
    auto* outcome = new Outcome(std::as_const(work_)());
    __atomic_store_n(&outcome_, outcome, __ATOMIC_RELEASE);
  }
  void done() override {
    forget();
    nodecpp::detail::Loop::current().makeCallback(std::exchange(context_, nullptr), [this] {
      Finish finish = std::move(*finish_);
      finish_.reset();
      finish(*outcome());
    });
  }
  void onLoopEnd() noexcept override {
    finish_.reset();
    context_ = nullptr;
  }

 private:
  Outcome* outcome() const noexcept { return __atomic_load_n(&outcome_, __ATOMIC_ACQUIRE); }

  const Work work_;
  std::optional<Finish> finish_;
  Handle<Object> context_ = nodecpp::detail::Loop::currentContext();
  Outcome* outcome_ = nullptr;
};

// Computes on a thread that gives way to the event loops. When as many calls wait as are allowed there, the call goes
// to the threads for files, which have no such limit, since Node refuses no call.
template <class Work, class Finish>
void compute(Work work, Finish finish) {
  os::Computation& computation = nodecpp::detail::Loop::current().port().computation;
  auto job = std::make_unique<Job<Work, Finish>>(std::move(work), std::move(finish));
  if (computation.compute(job.get(), 0) == 0)
    job.release();
  else
    computation.submit(job.release());
}

// Computes on the pool, and gives `callback` what `take` makes of the outcome on the loop's thread, or the error that
// it throws.
template <class Value, class Work, class Take>
void computeFor(Work work, Take take, Function<void(Error, Value)> callback) {
  compute(std::move(work), [take, callback = std::move(callback)](const auto& outcome) {
    Error error = nullptr;
    Value value{};
    try {
      value = take(outcome);
    } catch (const Error& thrown) {
      error = thrown;
      error->stack.removeRuntimeLines();
    }
    callback(error, value);
  });
}

// Calls `finish` in a later turn of the loop, among the results of jobs.
template <class Finish>
void finishLater(Finish finish) {
  nodecpp::detail::Loop::current().port().computation.submit(
      new Job([] { return 0; }, [finish = std::move(finish)](int) { finish(); }));
}

}  // namespace nodecpp::crypto::detail
