// stream/promises: pipeline and finished as promises.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#streams-promises-api
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream {

struct PipelineOptions {
  AbortSignal signal{};
  bool end = true;  // ends the last stream, too, when its source ends
};

namespace detail {
Promise<> finishedLater(const Stream& stream, FinishedOptions options);
Promise<> pipelineLater(Array<Stream> streams, PipelineOptions options);
}  // namespace detail

namespace promises {

// Returns a promise that is fulfilled at the stream's end, and rejected with the error that stream::finished would
// report. When the promise is retracted, the listeners are removed.
template <class S>
  requires nodecpp::detail::ConvertsTo<const S&, Stream>
Promise<> finished(const S& stream, FinishedOptions options = {}) {
  return detail::finishedLater(Stream(stream), std::move(options));
}

// Returns a promise that is fulfilled when all data has been piped. It is rejected with the error of the stream that
// failed first, or with the error that stream::pipeline throws. When the promise is retracted, the streams are
// destroyed, and the retraction waits for that.
template <class... S>
  requires(sizeof...(S) >= 2) && (nodecpp::detail::ConvertsTo<const S&, Stream> && ...)
Promise<> pipeline(const S&... streams) {
  return detail::pipelineLater({Stream(streams)...}, {});
}
Promise<> pipeline(Array<Stream> streams, PipelineOptions options = {});
template <class A, class B>
  requires nodecpp::detail::ConvertsTo<const A&, Stream> && nodecpp::detail::ConvertsTo<const B&, Stream>
Promise<> pipeline(const A& source, const B& destination, PipelineOptions options) {
  return detail::pipelineLater({Stream(source), Stream(destination)}, std::move(options));
}
template <class A, class B, class C>
  requires nodecpp::detail::ConvertsTo<const A&, Stream> && nodecpp::detail::ConvertsTo<const B&, Stream> &&
           nodecpp::detail::ConvertsTo<const C&, Stream>
Promise<> pipeline(const A& source, const B& transform, const C& destination, PipelineOptions options) {
  return detail::pipelineLater({Stream(source), Stream(transform), Stream(destination)}, std::move(options));
}

}  // namespace promises
}  // namespace nodecpp::stream
