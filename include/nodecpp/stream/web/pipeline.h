// stream::pipeline, finished, addAbortSignal and the questions about a stream's state, with web streams. Programs
// include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#streampipelinesource-transforms-destination-callback
#pragma once

#include <nodecpp/stream/promises.h>
#include <nodecpp/stream/web/transform.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream {

namespace detail {

// One stream of a pipeline: one of Node's, or what a web stream can be read from and written to.
struct PipelinePart {
  template <class S>
    requires nodecpp::detail::ConvertsTo<const S&, Stream>
  PipelinePart(const S& stream) : node(stream) {}
  PipelinePart(const web::ReadableStream& stream) : readable(stream) {}
  PipelinePart(const web::WritableStream& stream) : writable(stream) {}
  PipelinePart(const web::ReadableWritablePair& pair) : readable(pair.readable), writable(pair.writable) {}
  template <class T>
    requires requires(const T& transform) {
      { transform->readable() } -> std::same_as<web::ReadableStream>;
      { transform->writable() } -> std::same_as<web::WritableStream>;
    }
  PipelinePart(const T& transform) : PipelinePart({transform->readable(), transform->writable()}) {}

  Stream node;
  web::ReadableStream readable;
  web::WritableStream writable;
};

template <class T>
concept PartOfPipeline = std::constructible_from<PipelinePart, const T&>;
template <class T>
concept WebPart = PartOfPipeline<T> && !nodecpp::detail::ConvertsTo<const T&, Stream>;
template <class T>
concept EndingWebStream = std::same_as<T, web::ReadableStream> || std::same_as<T, web::WritableStream>;

void pipelineOf(const Array<PipelinePart>& parts, Callback callback, const PipelineOptions& options = {},
                const AbortSignal& retracted = {});
Promise<> pipelineOfLater(Array<PipelinePart> parts, PipelineOptions options);
Function<void()> finished(const web::ReadableStream& stream, FinishedOptions options, Callback callback);
Function<void()> finished(const web::WritableStream& stream, FinishedOptions options, Callback callback);
Promise<> finishedLater(const web::ReadableStream& stream, FinishedOptions options);
Promise<> finishedLater(const web::WritableStream& stream, FinishedOptions options);

}  // namespace detail

// As stream::pipeline above, with at least one web stream. A web stream that is written to is closed at the end, and
// aborted when the stream before it fails; one that is read from is cancelled when the stream after it fails. Throws
// ERR_INVALID_ARG_TYPE for a stream that cannot be read from, or written to, at its place.
template <class S, class... More>
  requires(detail::PartOfPipeline<S> && sizeof...(More) >= 2 &&
           (detail::PartOfPipeline<More> + ... + 0) == sizeof...(More) - 1 &&
           (detail::WebPart<S> || (detail::WebPart<More> || ...)))
auto pipeline(const S& source, const More&... more) {
  auto all = std::forward_as_tuple(source, more...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    detail::pipelineOf(Array<detail::PipelinePart>{std::get<I>(all)...}, Callback(std::get<sizeof...(More)>(all)));
    return std::get<sizeof...(More) - 1>(all);
  }(std::make_index_sequence<sizeof...(More)>{});
}

// Calls `callback` when the web stream is closed or has failed. The function that it returns does nothing, as Node's.
template <detail::EndingWebStream S>
Function<void()> finished(const S& stream, Callback callback) {
  return detail::finished(stream, {}, std::move(callback));
}
template <detail::EndingWebStream S>
Function<void()> finished(const S& stream, FinishedOptions options, Callback callback) {
  return detail::finished(stream, std::move(options), std::move(callback));
}

// Makes the web stream fail with an AbortError when `signal` aborts. As in Node, a byte stream goes on.
web::ReadableStream addAbortSignal(const AbortSignal& signal, const web::ReadableStream& stream);
web::WritableStream addAbortSignal(const AbortSignal& signal, const web::WritableStream& stream);

// As the functions for Node's streams.
bool isReadable(const web::ReadableStream& stream);
bool isWritable(const web::WritableStream& stream);
bool isErrored(const web::ReadableStream& stream);
bool isErrored(const web::WritableStream& stream);
bool isDisturbed(const web::ReadableStream& stream);

// Readable::from of a web stream: its chunks one by one, in object mode.
template <>
Readable ReadableObject::from(const web::ReadableStream& iterable, ReadableOptions options);

namespace promises {

template <detail::EndingWebStream S>
Promise<> finished(const S& stream, FinishedOptions options = {}) {
  return detail::finishedLater(stream, std::move(options));
}
template <class... S>
  requires(sizeof...(S) >= 2 && (detail::PartOfPipeline<S> && ...) && (detail::WebPart<S> || ...))
Promise<> pipeline(const S&... streams) {
  return detail::pipelineOfLater(Array<detail::PipelinePart>{streams...}, {});
}
template <detail::PartOfPipeline A, detail::PartOfPipeline B>
  requires detail::WebPart<A> || detail::WebPart<B>
Promise<> pipeline(const A& source, const B& destination, PipelineOptions options) {
  return detail::pipelineOfLater(Array<detail::PipelinePart>{source, destination}, std::move(options));
}
template <detail::PartOfPipeline A, detail::PartOfPipeline B, detail::PartOfPipeline C>
  requires detail::WebPart<A> || detail::WebPart<B> || detail::WebPart<C>
Promise<> pipeline(const A& source, const B& transform, const C& destination, PipelineOptions options) {
  return detail::pipelineOfLater(Array<detail::PipelinePart>{source, transform, destination}, std::move(options));
}

}  // namespace promises

namespace web {

// Duplex::from of web streams, which nodecpp/stream/generators.h declares.
Duplex duplexFrom(const ReadableStream& stream);
Duplex duplexFrom(const WritableStream& stream);
Duplex duplexFrom(const ReadableWritablePair& pair);
inline Duplex duplexFrom(const TransformStream& stream) {
  return duplexFrom(ReadableWritablePair{stream->readable(), stream->writable()});
}

}  // namespace web

}  // namespace nodecpp::stream
