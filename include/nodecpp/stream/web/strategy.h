// Queuing strategies of web streams. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-bytelengthqueuingstrategy
#pragma once

#include <nodecpp/stream/web/algorithm.h>

namespace nodecpp::stream::web {

// How much a stream queues before it has back-pressure. Without a `size` each chunk counts 1. The constructors of
// streams throw a RangeError (ERR_INVALID_ARG_VALUE) for a high-water mark that is negative or NaN.
struct QueuingStrategy {
  OptionalNumber highWaterMark{};
  Function<double(Chunk)> size{};
};

struct QueuingStrategyInit {
  double highWaterMark;
};

// new CountQueuingStrategy({highWaterMark}): each chunk counts 1.
class CountQueuingStrategyObject : public Object {
 public:
  using Options = QueuingStrategyInit;
  explicit CountQueuingStrategyObject(QueuingStrategyInit init) noexcept : mark_(init.highWaterMark) {}
  double highWaterMark() const noexcept { return mark_; }
  // Returns the size of a chunk.
  double size(const ChunkArg& = nullptr) const noexcept { return 1; }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "CountQueuingStrategy", [&](auto& data) { data.property("highWaterMark", mark_); });
  }

 private:
  double mark_;
};

// new ByteLengthQueuingStrategy({highWaterMark}): each chunk counts its bytes. A text has no byteLength in JavaScript,
// so a stream with this strategy refuses it.
class ByteLengthQueuingStrategyObject : public Object {
 public:
  using Options = QueuingStrategyInit;
  explicit ByteLengthQueuingStrategyObject(QueuingStrategyInit init) noexcept : mark_(init.highWaterMark) {}
  double highWaterMark() const noexcept { return mark_; }
  double size(const ChunkArg& chunk) const {
    return chunk.isString() || chunk.isObject() ? __builtin_nan("") : double(chunk.size());
  }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "ByteLengthQueuingStrategy", [&](auto& data) { data.property("highWaterMark", mark_); });
  }

 private:
  double mark_;
};

// A handle to a strategy. It converts to the options that streams take.
template <class O>
class StrategyHandle : public Handle<O> {
 public:
  using Handle<O>::Handle;
  operator QueuingStrategy() const {
    return {.highWaterMark = (*this)->highWaterMark(),
            .size = [strategy = *this](Chunk chunk) { return strategy->size(chunk); }};
  }
};
using CountQueuingStrategy = StrategyHandle<CountQueuingStrategyObject>;
using ByteLengthQueuingStrategy = StrategyHandle<ByteLengthQueuingStrategyObject>;

}  // namespace nodecpp::stream::web
