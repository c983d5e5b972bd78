// Streams: Readable, Writable, Duplex, Transform, PassThrough, pipeline and finished, with events and ticks in Node's
// order.
// https://nodejs.org/docs/latest-v24.x/api/stream.html
//
//   auto r = make<stream::Readable>({.read = [](auto self, double size) {…}});      new Readable({read(size) {…}})
//   class Counter : public stream::ReadableObject { void _read(double) override {…} };
//   auto c = make<Counter>();                                                       new Counter()
#pragma once

#include <nodecpp/stream/duplex.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream {

// The options of finished().
struct FinishedOptions {
  bool error = true;  // listens to `error`, too
  // Whether finished() waits for a side of the stream. By default it waits for the sides that the stream has.
  enum class Wait : unsigned char { automatic, yes, no };
  struct Side {
    constexpr Side() noexcept = default;
    constexpr Side(bool on) noexcept : wait(on ? Wait::yes : Wait::no) {}
    Wait wait = Wait::automatic;
  };
  Side readable{};
  Side writable{};
  // When the signal aborts, the callback is called with an AbortError. The stream itself is not destroyed.
  AbortSignal signal{};
};

namespace detail {
Function<void()> finished(const Stream& stream, FinishedOptions options, Callback callback);
void pipeline(const Array<Stream>& streams, Callback callback);
void abortWith(const AbortSignal& signal, StreamObject& stream);
}  // namespace detail

// Calls `callback` once when the stream is no longer readable or writable: without an error at its end, with the
// stream's error, or with ERR_STREAM_PREMATURE_CLOSE when it was closed before its end. Returns a function that removes
// the listeners.
template <class S>
  requires nodecpp::detail::ConvertsTo<const S&, Stream>
Function<void()> finished(const S& stream, Callback callback) {
  return detail::finished(Stream(stream), {}, std::move(callback));
}
template <class S>
  requires nodecpp::detail::ConvertsTo<const S&, Stream>
Function<void()> finished(const S& stream, FinishedOptions options, Callback callback) {
  return detail::finished(Stream(stream), options, std::move(callback));
}

// pipeline(source, …transforms, destination, callback) pipes each stream into the next, destroys all of them when one
// fails, and calls `callback` once at the end, with the error if there was one. Returns the last stream. Throws
// ERR_MISSING_ARGS, ERR_INVALID_ARG_TYPE or ERR_STREAM_UNABLE_TO_PIPE.
template <class S, class... More>
  requires(nodecpp::detail::ConvertsTo<const S&, Stream> && sizeof...(More) >= 1 && (std::constructible_from<Stream, const More&> + ... + 0) == sizeof...(More) - 1 &&
           std::constructible_from<Callback, const std::tuple_element_t<sizeof...(More) - 1, std::tuple<More...>>&>)
auto pipeline(const S& source, const More&... more) {
  auto all = std::forward_as_tuple(source, more...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    detail::pipeline({Stream(std::get<I>(all))...}, Callback(std::get<sizeof...(More)>(all)));
    return std::get<sizeof...(More) - 1>(all);
  }(std::make_index_sequence<sizeof...(More)>{});
}
void pipeline(Array<Stream> streams, Callback callback);

// Destroys `stream` with an AbortError when `signal` aborts. Returns `stream`.
template <class S>
Handle<S> addAbortSignal(const AbortSignal& signal, const Handle<S>& stream) {
  detail::abortWith(signal, *stream);
  return stream;
}

// Returns a Duplex of several streams: data written to it goes to the first stream, each stream is piped into the next,
// and data read from it comes from the last one. An error of one stream destroys all. Throws ERR_MISSING_ARGS or
// ERR_INVALID_ARG_VALUE.
Duplex compose(Array<Stream> streams);
template <class... S>
  requires(sizeof...(S) >= 1)
Duplex compose(const Handle<S>&... streams) {
  return compose(Array<Stream>{Stream(streams)...});
}

// Returns two Duplexes; data written to one is read from the other. `auto [a, b] = stream::duplexPair();`
std::pair<Duplex, Duplex> duplexPair(DuplexOptions options = {});

// The default high-water marks of new streams: 65536 bytes, or 16 chunks in object mode, until a program sets others.
// Setting throws ERR_OUT_OF_RANGE for a negative number or one that is no integer.
double getDefaultHighWaterMark(bool objectMode);
void setDefaultHighWaterMark(bool objectMode, double value);

// Whether the stream can still be read or written; false for a stream without this side.
bool isReadable(const Stream& stream);
bool isWritable(const Stream& stream);
// Whether the stream has emitted `error`, as in Node.
bool isErrored(const Stream& stream);
// Whether the stream was read from, or was destroyed before its end.
bool isDisturbed(const Stream& stream);
bool isDestroyed(const Stream& stream);

}  // namespace nodecpp::stream
