#include <nodecpp/stream/promises.h>

#include <nodecpp/concurrency/signal.h>
#include <nodecpp/let.h>
#include <nodecpp/stream/generators.h>
#include <nodecpp/stream/web.h>

#include "promise/rejections.h"
#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace detail {

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

namespace {

template <class P>
Promise<> startLater(Array<P> stages, PipelineOptions options) {
  let<Array<P>> row(std::move(stages));
  return withSignal([row, options](const AbortSignal& retracted) {
    return Promise<>([&](Resolver<void> resolve, Rejector reject) {
      pipelineOf(
          std::exchange(row.ref(), {}),
          [=](Error error) {
            if (error)
              reject(error);
            else
              resolve();
          },
          options, retracted);
    });
  });
}

}  // namespace

Promise<> pipelineOfLater(Array<PipelinePart> parts, PipelineOptions options) {
  return startLater(std::move(parts), std::move(options));
}
Promise<> pipelineOfLater(Array<PipelineStage> stages, PipelineOptions options) {
  return startLater(std::move(stages), std::move(options));
}
Promise<> pipelineLater(Array<Stream> streams, PipelineOptions options) {
  Array<PipelinePart> parts;
  for (const Stream& stream : streams) parts.push(stream);
  return pipelineOfLater(std::move(parts), std::move(options));
}

}  // namespace detail

Promise<> promises::pipeline(Array<Stream> streams, PipelineOptions options) {
  return detail::pipelineLater(std::move(streams), std::move(options));
}

}  // namespace nodecpp::stream
