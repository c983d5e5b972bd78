// What reads a stream to its end in a coroutine, and gives it up when it is retracted.
#pragma once

#include <nodecpp/concurrency/guarded.h>

#include "promise/rejections.h"
#include "stream/access.h"

namespace nodecpp::stream::impl {

// Gives it up; fulfilled when that is over. When the program ends there is no `close` to wait for.
inline Promise<> givenUp(const Stream& stream) {
  if (nodecpp::detail::floorOf(nodecpp::detail::Loop::current()).ended) return Promise<>::resolve();
  return Promise<>([&](Resolver<void> resolve) { stream->giveUp([resolve] { resolve(); }); });
}

// `body(stream)`, a coroutine. When it is retracted, the stream is given up, and its `close` waited for.
template <class F>
auto whileReading(Readable stream, F body) {
  return guarded([body = std::move(body), stream]() mutable { return body(std::exchange(stream, nullptr)); })
      .onRetract([stream]() mutable { return givenUp(std::exchange(stream, nullptr)); })
      .promise();
}

}  // namespace nodecpp::stream::impl
