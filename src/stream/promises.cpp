#include <nodecpp/stream/promises.h>

#include <nodecpp/concurrency/signal.h>
#include <nodecpp/let.h>
#include <nodecpp/stream/web.h>

#include "promise/rejections.h"
#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

Promise<> finishedLater(const Stream& stream, FinishedOptions options) {
  // The stream is held only until finished() has begun, since the stream may hold the caller that waits for the
  // promise.
  let<Stream> held(stream);
  return withSignal([held, options](const AbortSignal& retracted) {
    FinishedOptions own = options;
    own.signal = options.signal ? AbortSignal::any({options.signal, retracted}) : retracted;
    return Promise<>([&](Resolver<void> resolve, Rejector reject) {
      finished(std::exchange(held.ref(), {}), std::move(own), [=](Error error) {
        if (error)
          reject(error);
        else
          resolve();
      });
    });
  });
}

Promise<> pipelineOfLater(Array<PipelinePart> parts, PipelineOptions options) {
  let<Array<PipelinePart>> row(std::move(parts));
  return withSignal([row, options](const AbortSignal& retracted) {
    AbortSignal signal = options.signal ? AbortSignal::any({options.signal, retracted}) : retracted;
    return Promise<>([&](Resolver<void> resolve, Rejector reject) {
      pipelineOf(
          std::exchange(row.ref(), {}),
          [=](Error error) {
            if (error)
              reject(error);
            else
              resolve();
          },
          signal, options.end);
    });
  });
}

Promise<> pipelineLater(Array<Stream> streams, PipelineOptions options) {
  Array<PipelinePart> parts;
  for (const Stream& stream : streams) parts.push(stream);
  return pipelineOfLater(std::move(parts), std::move(options));
}

}  // namespace nodecpp::stream::detail
