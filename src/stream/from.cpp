// Readable.from() of existing values, and signals that destroy a stream.
#include <nodecpp/stream/generators.h>

#include <vector>

#include "base/containers/vector_of.h"
#include "stream/pulled_stream.h"

namespace nodecpp::stream {

namespace {

// Sets the options of a stream that gives existing values.
template <class Options>
void giveFrom(Options& options, const Array<Chunk>& values) {
  options.objectMode = true;
  const bool one = values.size() == 1 && !values.at(0).isObject();
  if (!one && !options.highWaterMark.given) options.highWaterMark = 1;
  struct Rest : Object {
    std::vector<Chunk> values;
    std::size_t next = 0;
  };
  auto rest = make<Rest>();
  rest->values = nodecpp::detail::vectorOf(values);
  options.read = [rest](const Readable& self, double) {
    // A listener of `data` may call read() during push(), so a chunk is removed from the list before it is pushed.
    while (rest->next < rest->values.size()) {
      Chunk chunk = std::move(rest->values[rest->next++]);
      if (!chunk) {
        self->destroy(nodecpp::detail::codedError<TypeError>("ERR_STREAM_NULL_VALUES", "May not write null values to stream"));
        return;
      }
      if (!self->push(chunk)) return;
    }
    self->push(nullptr);
  };
}

class ReadableFromObject final : public detail::PulledObject<ReadableObject> {
 public:
  ReadableFromObject(Sequence<Chunk> chunks, ReadableOptions options) : PulledObject(std::move(options)) {
    setChunks(std::move(chunks));
  }
};

}  // namespace

Readable ReadableObject::from(const Array<Chunk>& values, ReadableOptions options) {
  giveFrom(options, values);
  return make<Readable>(std::move(options));
}
Duplex detail::duplexOf(const Array<Chunk>& values) {
  DuplexOptions options{.writable = false};
  giveFrom(options, values);
  return make<Duplex>(std::move(options));
}

Readable detail::readableFrom(Sequence<Chunk> chunks, ReadableOptions options) {
  options.objectMode = true;
  if (!options.highWaterMark.given) options.highWaterMark = 1;
  return make<Handle<ReadableFromObject>>(std::move(chunks), std::move(options));
}

void detail::abortWith(const AbortSignal& signal, StreamObject& stream) {
  // A constructor may call this function, when no handle refers to the stream yet. The tick keeps the stream alive
  // until the constructor has returned.
  Stream self(&stream);
  tick([self] {});
  Access::abortBy(stream, signal);
  if (!signal->aborted()) finished(self, {}, [raw = &stream] { Access::leaveSignals(*raw); });
}

}  // namespace nodecpp::stream
