#include <nodecpp/stream/operators.h>

#include <cmath>

#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace {

// Destroys the stream when the loop over its chunks is left before the end.
struct Leaving {
  Readable stream;
  bool over = false;
  ~Leaving() {
    if (!over && stream) stream->destroyAsPart(nullptr);
  }
};

Sequence<Chunk> chunksOf(Readable stream, bool destroyOnReturn) {
  Leaving leaving{destroyOnReturn ? stream : Readable()};
  while (auto chunk = co_await stream->next()) co_yield std::move(chunk);
  leaving.over = true;
}

}  // namespace

Sequence<Chunk> ReadableObject::iterator(IteratorOptions options) {
  return chunksOf(Readable(this), options.destroyOnReturn);
}

Sequence<Chunk> detail::dropped(Sequence<Chunk> chunks, std::size_t count) {
  auto owned = co_await nodecpp::detail::Own(chunks);
  while (auto chunk = co_await chunks.next()) {
    if (count > 0)
      --count;
    else
      co_yield std::move(*chunk);
  }
}

std::size_t detail::checkedCount(double count) {
  if (std::isnan(count) || count < 0) throw nodecpp::detail::outOfRange("number", ">= 0", nodecpp::detail::rangeNumber(count));
  return count >= 0x1p63 ? SIZE_MAX : std::size_t(count);
}

void detail::checkOptions(const OperatorOptions& options) {
  if (!(options.concurrency >= 1))
    throw nodecpp::detail::outOfRange("options.concurrency", ">= 1 && <= 9007199254740991",
                                      nodecpp::detail::rangeNumber(options.concurrency));
}

}  // namespace nodecpp::stream
