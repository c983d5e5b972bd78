// What a loop over a stream's chunks does as Node's `for await`, for pipelines and for Readable's iterator().
#pragma once

#include <nodecpp/concurrency/sequence.h>

#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

// The chunks of a stream, read only when they are asked for: `for await` tick by tick, with its listeners. Leaving the
// sequence early destroys the stream with an AbortError, unless `destroyOnReturn` is false.
Sequence<Chunk> pullsOf(Readable stream, bool destroyOnReturn = true);

}  // namespace nodecpp::stream::detail
