// Web streams made of Node's streams, and the other way round. Programs include nodecpp/stream/web.h.
// https://nodejs.org/docs/latest-v24.x/api/stream.html#streamreadabletowebstreamreadable-options
#pragma once

#include <nodecpp/stream.h>
#include <nodecpp/stream/web/byob.h>
#include <nodecpp/stream/web/writable.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream {

struct ReadableToWebOptions {
  web::QueuingStrategy strategy{};  // by default the stream's own high-water mark, in bytes or chunks
  String type{};                    // "bytes" for a byte stream
};
struct DuplexToWebOptions {
  String readableType{};  // "bytes" for a byte stream
};

namespace detail {
web::ReadableStream readableToWeb(const Readable& stream, ReadableToWebOptions options);
web::WritableStream writableToWeb(const Writable& stream);
web::ReadableWritablePair duplexToWeb(const Duplex& stream, DuplexToWebOptions options);
}  // namespace detail

// Node's Readable.toWeb, Writable.toWeb and Duplex.toWeb: a web stream of what a stream gives, or that writes to it.
// The readable and the writable web stream of a Duplex are a ReadableWritablePair. A web stream that is cancelled or
// aborted destroys the stream. Chunks of bytes share their memory with those of the stream.
template <nodecpp::detail::DerivedFrom<ReadableObject> S>
  requires(!nodecpp::detail::DerivedFrom<S, WritableObject>)
web::ReadableStream toWeb(const Handle<S>& stream, ReadableToWebOptions options = {}) {
  return detail::readableToWeb(stream, std::move(options));
}
template <nodecpp::detail::DerivedFrom<WritableObject> S>
  requires(!nodecpp::detail::DerivedFrom<S, ReadableObject>)
web::WritableStream toWeb(const Handle<S>& stream) {
  return detail::writableToWeb(stream);
}
template <nodecpp::detail::DerivedFrom<DuplexObject> S>
web::ReadableWritablePair toWeb(const Handle<S>& stream, DuplexToWebOptions options = {}) {
  return detail::duplexToWeb(stream, std::move(options));
}

// Node's Readable.fromWeb, Writable.fromWeb and Duplex.fromWeb: a stream that reads from a web stream, or writes to
// one. The web stream is locked. A stream that is destroyed cancels or aborts it.
Readable fromWeb(const web::ReadableStream& stream, ReadableOptions options = {});
Writable fromWeb(const web::WritableStream& stream, WritableOptions options = {});
Duplex fromWeb(const web::ReadableWritablePair& pair, DuplexOptions options = {.allowHalfOpen = false});

}  // namespace nodecpp::stream
