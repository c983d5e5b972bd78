// stream/promises: pipeline and finished to await.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#streams-promises-api
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/stream.h>

namespace nodecpp::stream {

struct PipelineOptions {
  AbortSignal signal{};
  bool end = true;  // also the last stream, when its source ends
};

namespace impl {
Promise<> finishedLater(const Stream& stream, FinishedOptions options);
Promise<> pipelineLater(Array<Stream> streams, PipelineOptions options);
}  // namespace impl

namespace promises {

// Is rejected with the error that stream::finished would give. Retracted, it takes its listeners off.
template <class S>
Promise<> finished(const Handle<S>& stream, FinishedOptions options = {}) {
  return impl::finishedLater(Stream(stream), std::move(options));
}

// Is rejected with the error of the stream that failed first; what stream::pipeline throws rejects it too. Retracted, it
// destroys the streams, and waits for that.
template <class... S>
  requires(sizeof...(S) >= 2)
Promise<> pipeline(const Handle<S>&... streams) {
  return impl::pipelineLater({Stream(streams)...}, {});
}
inline Promise<> pipeline(Array<Stream> streams, PipelineOptions options = {}) {
  return impl::pipelineLater(std::move(streams), std::move(options));
}
template <class A, class B>
Promise<> pipeline(const Handle<A>& source, const Handle<B>& destination, PipelineOptions options) {
  return impl::pipelineLater({Stream(source), Stream(destination)}, std::move(options));
}
template <class A, class B, class C>
Promise<> pipeline(const Handle<A>& source, const Handle<B>& transform, const Handle<C>& destination,
                   PipelineOptions options) {
  return impl::pipelineLater({Stream(source), Stream(transform), Stream(destination)}, std::move(options));
}

}  // namespace promises
}  // namespace nodecpp::stream
