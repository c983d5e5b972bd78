#include "stream/web/pumps.h"

#include <nodecpp/stream/generators.h>

#include <optional>

#include "stream/pump.h"
#include "stream/stream_access.h"
#include "stream/web/sink_controller.h"

namespace nodecpp::stream {

namespace web::detail {

namespace {

// What pumpToNode reads a web stream by.
struct WebSource {
  ReadableStream stream;
  std::optional<ReadableStreamAsyncIterator> chunks{};
  void begin() { chunks = stream->values(); }
  Promise<ReadableStreamReadResult<Chunk>> next() const { return chunks->next(); }
  static Chunk chunkOf(const ReadableStreamReadResult<Chunk>& result) { return result.value; }
  // Cancels the stream.
  Promise<> leave() {
    chunks.reset();
    return Promise<>::resolve();
  }
};

// A web stream and a stream of Node's give their chunks by iterators with different results.
Chunk chunkOf(const ReadableStreamReadResult<Chunk>& result) { return result.value; }
template <class T>
Chunk chunkOf(const T& result) {
  return *result;
}

// The iterator is dropped before the writer is aborted, as a for-await loop that is left by an error.
template <class Iterator>
Promise<> pumpTo(std::optional<Iterator> chunks, WritableStreamDefaultWriter writer, bool ends,
                 Function<void(Error)> finish) {
  std::exception_ptr failure;
  try {
    while (auto chunk = co_await chunks->next()) {
      const Chunk value = chunkOf(chunk);
      co_await writer->ready();
      writer->write(value).then(nullptr, [](const std::exception_ptr&) {});
    }
    co_await writer->ready();
    if (ends) co_await writer->close();
  } catch (...) {
    failure = nodecpp::detail::caught();
  }
  if (!failure) co_return finish({});
  chunks.reset();
  try {
    co_await writer->abort(Reason(failure));
  } catch (...) {
    failure = nodecpp::detail::caught();
  }
  finish(Reason(failure).error());
}

}  // namespace

Promise<> pumpToNode(ReadableStream from, Writable to, bool ends, Function<void(Error)> finish) {
  return stream::detail::pumpToNode(WebSource{std::move(from)}, std::move(to), ends, std::move(finish));
}

Promise<> pumpToWeb(ReadableStream from, WritableStream to, bool ends, Function<void(Error)> finish) {
  return tryCall([&] {
    WritableStreamDefaultWriter writer = to->getWriter();
    return pumpTo(std::optional(from->values()), writer, ends, std::move(finish));
  });
}

Promise<> pumpToWeb(Readable from, WritableStream to, bool ends, Function<void(Error)> finish) {
  return tryCall([&] {
    WritableStreamDefaultWriter writer = to->getWriter();
    return pumpTo(std::optional(from->iterator()), writer, ends, std::move(finish));
  });
}

}  // namespace web::detail

namespace detail {

namespace {

// Tells the callback of finished() once: at the stream's end, or by the signal.
struct Telling final : Object {
  Callback callback;
  AbortSignal signal;
  Function<void()> onAbort;
  void tell(const Error& error) {
    if (onAbort) signal->removeEventListener("abort", std::exchange(onAbort, nullptr));
    if (Callback once = std::exchange(callback, {})) once(error);
  }
  void abort() { tell(AbortError("The operation was aborted", signal->reason())); }
  NODECPP_TRACE(callback, signal, onAbort)
};

template <class S>
Function<void()> finishedWeb(const S& stream, const FinishedOptions& options, Callback callback) {
  if (!stream)
    throw nodecpp::detail::invalidArgType("stream", "an instance of ReadableStream, WritableStream, or Stream",
                                          "undefined");
  if (!callback) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
  auto telling = make<Telling>();
  telling->callback = std::move(callback);
  telling->signal = options.signal;
  if (options.signal && options.signal->aborted()) {
    tick([telling] { telling->abort(); });
  } else if (options.signal) {
    telling->onAbort = [telling] { telling->abort(); };
    options.signal->addEventListener("abort", telling->onAbort, {.once = true});
  }
  auto later = [telling](const Error& error) { tick([telling, error] { telling->tell(error); }); };
  stream->ended().then([later] { later({}); },
                       [later](const std::exception_ptr& error) { later(web::Reason(error).error()); });
  return [] {};
}

template <class S>
Promise<> finishedWebLater(const S& stream, const FinishedOptions& options) {
  return Promise<>([&](Resolver<void> resolve, Rejector reject) {
    finishedWeb(stream, options, [=](Error error) {
      if (error)
        reject(error);
      else
        resolve();
    });
  });
}

template <class S, class F>
S abortWebBy(const AbortSignal& signal, const S& stream, F fail) {
  if (!stream)
    throw nodecpp::detail::invalidArgType("stream", "an instance of ReadableStream, WritableStream, or Stream",
                                          "undefined");
  if (!signal) throw nodecpp::detail::invalidArgType("signal", "an instance of AbortSignal", "undefined");
  auto onAbort = [stream, signal, fail] { fail(*stream, AbortError("The operation was aborted", signal->reason())); };
  if (signal->aborted()) {
    onAbort();
    return stream;
  }
  Function<void()> listener(onAbort);
  signal->addEventListener("abort", listener, {.once = true});
  finishedWeb(stream, {}, [signal, listener](Error) { signal->removeEventListener("abort", listener); });
  return stream;
}

}  // namespace

Function<void()> finished(const web::ReadableStream& stream, FinishedOptions options, Callback callback) {
  return finishedWeb(stream, options, std::move(callback));
}
Function<void()> finished(const web::WritableStream& stream, FinishedOptions options, Callback callback) {
  return finishedWeb(stream, options, std::move(callback));
}
Promise<> finishedLater(const web::ReadableStream& stream, FinishedOptions options) {
  return finishedWebLater(stream, options);
}
Promise<> finishedLater(const web::WritableStream& stream, FinishedOptions options) {
  return finishedWebLater(stream, options);
}

}  // namespace detail

web::ReadableStream addAbortSignal(const AbortSignal& signal, const web::ReadableStream& stream) {
  return detail::abortWebBy(signal, stream, [](web::ReadableStreamObject& aborted, const Error& error) {
    if (!aborted.supportsBYOB()) web::detail::Readables::fail(aborted, error);
  });
}
web::WritableStream addAbortSignal(const AbortSignal& signal, const web::WritableStream& stream) {
  return detail::abortWebBy(signal, stream, [](web::WritableStreamObject& aborted, const Error& error) {
    web::detail::Writables::failIfNeeded(aborted, error);
  });
}

bool isReadable(const web::ReadableStream& stream) {
  return stream && stream->state_ == web::ReadableStreamObject::State::readable;
}
bool isWritable(const web::WritableStream& stream) { return stream && web::detail::Writables::isWritable(*stream); }
bool isErrored(const web::ReadableStream& stream) { return stream && web::detail::Readables::isErrored(*stream); }
bool isErrored(const web::WritableStream& stream) { return stream && web::detail::Writables::isErrored(*stream); }
bool isDisturbed(const web::ReadableStream& stream) { return stream && stream->disturbed_; }

template <>
Readable ReadableObject::from(const web::ReadableStream& iterable, ReadableOptions options) {
  options.objectMode = true;
  if (!options.highWaterMark.given) options.highWaterMark = 1;
  return fromWeb(iterable, std::move(options));
}

namespace web {

Duplex duplexFrom(const ReadableStream& stream) { return stream::detail::joined(fromWeb(stream), nullptr); }
Duplex duplexFrom(const WritableStream& stream) { return stream::detail::joined(nullptr, fromWeb(stream)); }
Duplex duplexFrom(const ReadableWritablePair& pair) { return fromWeb(pair); }

}  // namespace web

}  // namespace nodecpp::stream
