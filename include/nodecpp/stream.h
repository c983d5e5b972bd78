// Streams: Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished; events and ticks in Node's order.
// https://nodejs.org/docs/latest-v24.x/api/stream.html
//
//   auto r = make<stream::Readable>({.read = [](auto self, double size) {…}});      new Readable({read(size) {…}})
//   class Counter : public stream::ReadableObject { void _read(double) override {…} };
//   auto c = make<Counter>();                                                       new Counter()
#pragma once

#include <nodecpp/stream/duplex.h>

namespace nodecpp::stream {

struct FinishedOptions {
  bool error = true;  // also listens to `error`
  // Whether to wait for a side; by default for those that the stream has.
  enum class Wait : unsigned char { automatic, yes, no };
  struct Side {
    constexpr Side() noexcept = default;
    constexpr Side(bool on) noexcept : wait(on ? Wait::yes : Wait::no) {}
    Wait wait = Wait::automatic;
  };
  Side readable{};
  Side writable{};
  AbortSignal signal{};  // the callback is called with an AbortError; the stream goes on
};

namespace impl {
Function<void()> finished(const Stream& stream, FinishedOptions options, Callback callback);
void pipeline(Array<Stream> streams, Callback callback, const AbortSignal& signal = {}, bool end = true);
void abortWith(const AbortSignal& signal, StreamObject& stream);
}  // namespace impl

// Calls `callback` when the stream is readable or writable no more: at its end, on an error, on an early close
// (ERR_STREAM_PREMATURE_CLOSE). Returns a function that takes the listeners off.
template <class S>
Function<void()> finished(const Handle<S>& stream, Callback callback) {
  return impl::finished(Stream(stream), {}, std::move(callback));
}
template <class S>
Function<void()> finished(const Handle<S>& stream, FinishedOptions options, Callback callback) {
  return impl::finished(Stream(stream), options, std::move(callback));
}

// pipeline(source, …transforms, destination, callback): pipes each into the next, destroys all when one fails, and
// calls `callback` when it is over. Returns the last stream. ERR_MISSING_ARGS, ERR_STREAM_UNABLE_TO_PIPE.
template <class S, class... More>
  requires(sizeof...(More) >= 1 && (std::constructible_from<Stream, const More&> + ... + 0) == sizeof...(More) - 1 &&
           std::constructible_from<Callback, const std::tuple_element_t<sizeof...(More) - 1, std::tuple<More...>>&>)
auto pipeline(const Handle<S>& source, const More&... more) {
  auto all = std::forward_as_tuple(source, more...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    impl::pipeline({Stream(std::get<I>(all))...}, Callback(std::get<sizeof...(More)>(all)));
    return std::get<sizeof...(More) - 1>(all);
  }(std::make_index_sequence<sizeof...(More)>{});
}
inline void pipeline(Array<Stream> streams, Callback callback) {
  impl::pipeline(std::move(streams), std::move(callback));
}

// Destroys the stream with an AbortError when `signal` aborts. Returns it.
template <class S>
Handle<S> addAbortSignal(const AbortSignal& signal, const Handle<S>& stream) {
  impl::abortWith(signal, *stream);
  return stream;
}

// A Duplex of several streams: what is written to it goes to the first, each is piped into the next, and what the last
// gives is read from it. An error of one destroys all. ERR_MISSING_ARGS, ERR_INVALID_ARG_VALUE.
Duplex compose(Array<Stream> streams);
template <class... S>
  requires(sizeof...(S) >= 1)
Duplex compose(const Handle<S>&... streams) {
  return compose(Array<Stream>{Stream(streams)...});
}

// Two Duplexes: what is written to one is read from the other. `auto [a, b] = stream::duplexPair();`
std::pair<Duplex, Duplex> duplexPair(DuplexOptions options = {});

// 65536 bytes, or 16 objects, until set. ERR_OUT_OF_RANGE for a negative one.
double getDefaultHighWaterMark(bool objectMode);
void setDefaultHighWaterMark(bool objectMode, double value);

// False also where the stream has no such side.
bool isReadable(const Stream& stream);
bool isWritable(const Stream& stream);
// Whether `error` was emitted, as Node means it.
bool isErrored(const Stream& stream);
// Whether something was read of it, or it was destroyed before its end.
bool isDisturbed(const Stream& stream);
bool isDestroyed(const Stream& stream);

}  // namespace nodecpp::stream
