// Readable.from() of what is there already, and signals that destroy a stream.
#include <vector>

#include "base/vector_of.h"
#include "stream/access.h"

namespace nodecpp::stream {

Readable ReadableObject::from(const Array<Chunk>& values, ReadableOptions options) {
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
    // A listener may read while it is told: what is pushed is taken off first.
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
  return make<Readable>(std::move(options));
}

void impl::abortWith(const AbortSignal& signal, StreamObject& stream) {
  // It may be a constructor that calls this, when no handle refers to the stream yet.
  Stream self(&stream);
  tick([self] {});
  Access::abortBy(stream, signal);
  if (!signal->aborted()) finished(self, {}, [raw = &stream] { Access::leaveSignals(*raw); });
}

}  // namespace nodecpp::stream
