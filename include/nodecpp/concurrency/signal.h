// Translates an AbortSignal into retraction, and retraction into an AbortSignal.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/let.h>

namespace nodecpp {

// Gives the outcome of `f`. When `signal` aborts before `f` has ended, `f` is retracted, and the error is the signal's
// reason.
template <class F>
auto untilAborted(AbortSignal signal, F f) {
  using T = detail::Started<F>;
  auto aborted = [signal = std::move(signal)]() -> Promise<T> {
    if (!signal) return never().then([]() -> T { throw Error(); });
    if (signal->aborted()) return Promise<>::reject<T>(signal->reason());
    return operation<T>([signal](auto, auto reject) {
      Function<void()> onAbort = [raw = signal.get(), reject] { reject(raw->reason()); };
      signal->addEventListener("abort", onAbort, {.once = true});
      return [signal, onAbort] { signal->removeEventListener("abort", onAbort); };
    });
  };
  return race(std::move(aborted), std::move(f));
}

// Calls `f(signal)`. When the returned promise is retracted, the signal aborts, and the promise that `f` returned is
// waited for. An AbortError of that promise is ignored.
template <class F>
auto withSignal(F f) {
  using T = detail::Started<F, AbortSignal>;
  auto controller = make<AbortController>();
  let<Promise<T>> running;
  return guarded([=] {
           running = Promise<>::resolve(f(controller->signal()));
           // A second handle is kept, so that the promise is not retracted: `f` learns of the retraction through its
           // signal.
           return running.value();
         })
      .onRetract([=]() mutable -> Promise<> {
        controller->abort();
        return running.value().then([] {},
                                    [](const std::exception_ptr& reason) {
                                      Error error = detail::errorFrom(reason);
                                      if (error && error->name == "AbortError") return;
                                      std::rethrow_exception(reason);
                                    });
      })
      .promise();
}

}  // namespace nodecpp
