#include <nodecpp/stream/operators.h>

#include <cmath>

#include "stream/pulls.h"

namespace nodecpp::stream {

Sequence<Chunk> ReadableObject::iterator(IteratorOptions options) {
  return detail::pullsOf(Readable(this), options.destroyOnReturn);
}

namespace {

Sequence<Chunk> dropped(Sequence<Chunk> chunks, std::size_t count) {
  auto owned = co_await nodecpp::detail::Own(chunks);
  while (auto chunk = co_await chunks.next()) {
    if (count > 0)
      --count;
    else
      co_yield std::move(*chunk);
  }
}

// Throws ERR_OUT_OF_RANGE for a negative count and for NaN.
std::size_t checkedCount(double count) {
  if (std::isnan(count) || count < 0) throw nodecpp::detail::outOfRange("number", ">= 0", nodecpp::detail::rangeNumber(count));
  return count >= 0x1p63 ? SIZE_MAX : std::size_t(count);
}

Promise<Chunk> firstOf(let<Sequence<Chunk>> chunks) {
  auto first = co_await chunks.ref().next();
  co_return first ? std::move(*first) : Chunk();
}

}  // namespace

Readable ReadableObject::take(double count, OperatorOptions options) {
  return from(iterator().take(checkedCount(count)), {.signal = options.signal});
}
Readable ReadableObject::drop(double count, OperatorOptions options) {
  return from(dropped(iterator(), checkedCount(count)), {.signal = options.signal});
}

Promise<Chunk> detail::first(Sequence<Chunk> chunks, const AbortSignal& signal) {
  let<Sequence<Chunk>> kept(std::move(chunks));
  return startUnder<Chunk>(signal, [kept] {
    return nodecpp::detail::consume(std::move(kept.ref()), [](let<Sequence<Chunk>> all) { return firstOf(all); });
  });
}

void detail::checkOptions(const OperatorOptions& options) {
  if (!(options.concurrency >= 1))
    throw nodecpp::detail::outOfRange("options.concurrency", ">= 1 && <= 9007199254740991",
                                      nodecpp::detail::rangeNumber(options.concurrency));
}

}  // namespace nodecpp::stream
