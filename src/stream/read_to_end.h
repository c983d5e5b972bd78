// Runs a coroutine that reads a stream to its end, and gives the stream up when the coroutine is retracted.
#pragma once

#include <nodecpp/concurrency/guarded.h>

#include "promise/rejections.h"
#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

// Gives the stream up. The promise is fulfilled when the stream has closed. At the program's end no `close` is emitted,
// so there is nothing to wait for.
inline Promise<> abandonAndAwaitClose(const Stream& stream) {
  if (nodecpp::detail::floorOf(nodecpp::detail::Loop::current()).ended) return Promise<>::resolve();
  return Promise<>([&](Resolver<void> resolve) { stream->giveUp([resolve] { resolve(); }); });
}

// Calls `body(stream)`, a coroutine. When it is retracted, the stream is given up, and the retraction waits for its
// `close`.
template <class F>
auto whileReading(Readable stream, F body) {
  return guarded([body = std::move(body), stream]() mutable { return body(std::exchange(stream, nullptr)); })
      .onRetract([stream]() mutable { return abandonAndAwaitClose(std::exchange(stream, nullptr)); })
      .promise();
}

}  // namespace nodecpp::stream::detail
