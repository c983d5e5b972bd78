// Byte streams: readers that bring their own buffers, and the requests that sources answer. Programs include
// nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-readablestreambyobreader
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/stream/web/readable.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream::web {

struct ReadableStreamBYOBReaderReadOptions {
  OptionalNumber min{};  // the least number of elements that read() waits for, 1 by default
};

namespace detail {

struct ReadIntoRequest;

// The memory that a typed array, a DataView or a Buffer looks at.
struct ViewedBytes {
  ArrayBuffer buffer;
  std::size_t byteOffset = 0;
  std::size_t byteLength = 0;
  std::size_t elementSize = 1;
  bool isDataView = false;
};
// What a read into a buffer has got. The buffer is undefined when the stream was cancelled.
struct FilledBytes {
  ArrayBuffer buffer;
  std::size_t byteOffset = 0;
  std::size_t byteLength = 0;
  bool done = false;
};

template <class V>
concept ByteView = std::same_as<V, Buffer> || nodecpp::detail::DerivedFrom<V, nodecpp::detail::ViewBase>;

template <ByteView V>
ViewedBytes viewedBytes(const V& view) {
  ViewedBytes made{view.buffer(), std::size_t(view.byteOffset()), std::size_t(view.byteLength())};
  if constexpr (requires { V::BYTES_PER_ELEMENT; })
    made.elementSize = V::BYTES_PER_ELEMENT;
  else
    made.isDataView = true;
  return made;
}
template <ByteView V>
V viewOf(const FilledBytes& bytes) {
  const double offset = double(bytes.byteOffset);
  if constexpr (std::same_as<V, Buffer>)
    return bytes.buffer ? Buffer::from(bytes.buffer, offset, double(bytes.byteLength)) : Buffer();
  else if (!bytes.buffer)
    return V::undefined();
  else if constexpr (requires { V::BYTES_PER_ELEMENT; })
    return V(bytes.buffer, offset, double(bytes.byteLength / V::BYTES_PER_ELEMENT));
  else
    return V(bytes.buffer, offset, double(bytes.byteLength));
}

}  // namespace detail

class ReadableStreamBYOBReaderObject : public ReadableStreamReaderObject {
 public:
  // Locks the stream. Throws ERR_INVALID_ARG_TYPE for an undefined stream, ERR_INVALID_STATE for a locked one, and
  // ERR_INVALID_ARG_VALUE for a stream that is no byte stream.
  explicit ReadableStreamBYOBReaderObject(const ReadableStream& stream);

  // Reads into the memory of `view`, a typed array, a DataView or a Buffer. The stream takes the memory over, so that
  // the view is empty afterwards, and the result has a view of the same type on it. At the end `done` is true. The
  // promise is rejected with ERR_INVALID_STATE for an empty view, and with ERR_INVALID_ARG_VALUE or ERR_OUT_OF_RANGE
  // for a wrong `min`. When it is retracted, the memory and what is read into it are dropped.
  template <detail::ByteView V>
  Promise<ReadableStreamReadResult<V>> read(const V& view, ReadableStreamBYOBReaderReadOptions options = {}) {
    using Result = ReadableStreamReadResult<V>;
    return Promise<Result>([&](Resolver<Result> resolve) {
      auto [promise, fulfil, reject] = Promise<Result>::withResolvers();
      readInto(
          detail::viewedBytes(view), options.min,
          [fulfil](detail::FilledBytes bytes) { fulfil(Result(detail::viewOf<V>(bytes), bytes.done)); }, reject);
      resolve(promise);
    });
  }

  // For the runtime.
  void read(const detail::ViewedBytes& view, detail::ReadIntoRequest* request, std::size_t min = 1);
  void readInto(const detail::ViewedBytes& view, const OptionalNumber& min, Function<void(detail::FilledBytes)> filled,
                Rejector reject);
};

// A source's request to fill memory of a reader.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html#class-readablestreambyobrequest
class ReadableStreamBYOBRequestObject : public Object {
 public:
  // The memory to fill. It is empty after an answer.
  Buffer view() const { return view_; }
  // Tells that so many bytes at the beginning of the view were written. Throws ERR_INVALID_STATE when the request was
  // answered, and ERR_INVALID_ARG_VALUE for a number beyond the view.
  void respond(double bytesWritten);
  // Answers with another view of the same memory, which the stream takes over.
  template <detail::ByteView V>
  void respondWithNewView(const V& view) {
    respondWith(detail::viewedBytes(view));
  }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    detail::inspectAs(out, "ReadableStreamBYOBRequest", [&](auto& data) { data.property("view", view_); });
  }

  // For the runtime, as all that follows.
  ReadableStreamBYOBRequestObject(ReadableByteStreamController controller, Buffer view)
      : controller_(std::move(controller)), view_(std::move(view)) {}
  void respondWith(const detail::ViewedBytes& view);

  ReadableByteStreamController controller_;
  Buffer view_;
  NODECPP_TRACE(controller_)
};

}  // namespace nodecpp::stream::web
