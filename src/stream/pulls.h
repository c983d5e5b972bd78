// What a loop over a stream's chunks does as Node's `for await`, for pipelines and for Readable's iterator().
#pragma once

#include <nodecpp/concurrency/sequence.h>

#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

// A wait of one microtask, which takes no memory as `co_await undefined` does.
struct Microtask {
  bool await_ready() const noexcept { return false; }
  template <class Frame>
  void await_suspend(Frame frame) const {
    nodecpp::detail::queue(&frame.promise().waiter());
  }
  void await_resume() const noexcept {}
};

// The chunks of a stream, read only when they are asked for: `for await` tick by tick, with its listeners. Leaving the
// sequence early destroys the stream with an AbortError, unless `destroyOnReturn` is false.
Sequence<Chunk> pullsOf(Readable stream, bool destroyOnReturn = true);

}  // namespace nodecpp::stream::detail
