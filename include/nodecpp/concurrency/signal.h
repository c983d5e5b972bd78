// From an AbortSignal to retraction, and back.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/let.h>

namespace nodecpp {

// What `f` gives; when `signal` aborts before, `f` is retracted, and the error is the signal's reason.
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

// Calls `f(signal)`, whose signal aborts when this is retracted; then the promise that `f` returned is waited for, and
// an AbortError is no error any more.
template <class F>
auto withSignal(F f) {
  using T = detail::Started<F, AbortSignal>;
  auto controller = make<AbortController>();
  let<Promise<T>> running;
  return guarded([=] {
           running = Promise<>::resolve(f(controller->signal()));
           // A second handle: it is not retracted, but told.
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
