// stream/promises: pipeline and finished to await.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#streams-promises-api
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/stream.h>

namespace nodecpp::stream::promises {

// Is rejected with the error that stream::finished would give.
template <class S>
Promise<> finished(const Handle<S>& stream, FinishedOptions options = {}) {
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    stream::finished(stream, options, [=](Error error) {
      if (error)
        reject(error);
      else
        resolve();
    });
  });
}

// Is rejected with the error of the stream that failed first; what stream::pipeline throws rejects it too.
template <class... S>
  requires(sizeof...(S) >= 2)
Promise<> pipeline(const Handle<S>&... streams) {
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    stream::pipeline(streams..., [=](Error error) {
      if (error)
        reject(error);
      else
        resolve();
    });
  });
}

}  // namespace nodecpp::stream::promises
